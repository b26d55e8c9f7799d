/**
 * The one conversion of colours of each output: matrix, range, light and primaries together, and the tags that say so.
 * Every conversion is explicit, because a filter that ffmpeg inserts by itself keeps the matrix of its input.
 */
import type { ParametersOf, PictureFormat } from '@farebox/catalog';
import { type Filter, filter, formula } from '../ffmpeg/filters.ts';
import type { Colours, VideoTags } from './colours.ts';
import { inSdr } from './light.ts';

/** Without these flags, ffmpeg's fast conversions are off by up to 4 of 255. */
const EXACT = { flags: formula`bicubic+accurate_rnd+full_chroma_int+full_chroma_inp` } as const;

const scaling = (options: Readonly<Record<string, string>>): Filter => filter('scale', { ...options, ...EXACT });
const format = (pixels: string): Filter => filter('format', { pix_fmts: pixels });

/** Pixels of pictures: sRGB, 8 bits, full colour for every pixel. */
export function inRgb(colours: Colours): readonly Filter[] {
  const light = inSdr(colours);
  const wide = light.length === 0 ? [] : [format('gbrp16le'), ...light, scaling({})];
  return [read(colours), ...wide, format('rgb24'), SRGB];
}

const SRGB = filter('setparams', {
  range: 'pc',
  color_primaries: 'bt709',
  color_trc: 'iec61966-2-1',
  colorspace: 'gbr',
});

const read = ({ matrix, range }: Colours): Filter =>
  scaling({ ...(matrix === 'rgb' ? {} : { in_color_matrix: matrix }), in_range: range });

/** Pixels of an encoded video: SDR of limited range, 8 bits, with these tags. */
export function inVideo(colours: Colours, tags: VideoTags): readonly Filter[] {
  const { matrix } = colours;
  const to = matrixOf(tags);
  const light = inSdr(colours);
  const isSame = matrix === to && colours.range === 'tv' && light.length === 0;
  if (isSame) return written([scaling({ in_color_matrix: matrix, in_range: 'tv', ...encoded(to) })], tags);
  return written([read(colours), format('gbrp16le'), ...light, scaling(encoded(to))], tags);
}

/** Pixels of `inRgb` as pixels of an encoded video. */
export const videoOfRgb = (tags: VideoTags): readonly Filter[] => written([scaling(encoded(matrixOf(tags)))], tags);

const matrixOf = ({ colorspace }: VideoTags): 'bt709' | 'smpte170m' => (colorspace === 'bt709' ? 'bt709' : 'smpte170m');
const encoded = (matrix: string) => ({ out_color_matrix: matrix, out_range: 'tv' });
const written = (filters: readonly Filter[], tags: VideoTags): readonly Filter[] => [
  ...filters,
  format('yuv420p'),
  filter('setparams', { range: 'tv', ...tags }),
];

/** Pixels of `inRgb` as the encoder of that format needs them: JPEG and WebP always have the matrix of BT.601. */
type Format = PictureFormat | ParametersOf<'preview-video'>['format'];
export const PICTURED: Readonly<Record<Format, readonly [Filter, ...Filter[]]>> = {
  jpeg: [scaling({ out_color_matrix: 'smpte170m', out_range: 'pc' }), format('yuvj420p'), pictured('pc')],
  webp: [scaling({ out_color_matrix: 'smpte170m', out_range: 'tv' }), format('yuv420p'), pictured('tv')],
  png: [format('rgb24')],
  gif: [format('rgb24')],
};

function pictured(range: 'pc' | 'tv'): Filter {
  return filter('setparams', { range, color_primaries: 'bt709', color_trc: 'iec61966-2-1', colorspace: 'smpte170m' });
}
