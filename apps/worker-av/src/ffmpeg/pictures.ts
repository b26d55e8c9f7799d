/** Turns frames of a video into pictures: upright, with square pixels, fitted to their box, and without metadata. */
import type { PictureFit, PictureFormat, Size } from '@farebox/catalog';
import { PICTURED } from '../colour/convert.ts';
import { type Filter, filter, formula } from './filters.ts';
import { decimal } from './number.ts';
import type { Output } from './output.ts';

interface Fitting {
  /** Converts the colours of a fitted frame. */
  readonly colours: readonly Filter[];
  readonly background: string;
}

/** ffmpeg rotates a frame upright by itself before the first filter. */
export const FITTED: Readonly<Record<PictureFit, (box: Size, fitting: Fitting) => readonly Filter[]>> = {
  inside: (box, { colours }) => [scaled(box, 'shrunk'), SQUARE, ...colours],
  contain: (box, { colours, background }) => [scaled(box, 'enlarged'), SQUARE, ...colours, padded(box, background)],
  cover: ({ width, height }, { colours }) => [
    // Crops first, so that no intermediate frame is larger than source and result.
    filter('crop', {
      w: formula`max(1,min(iw,ih*${width}/${height}/sar))`,
      h: formula`max(1,min(ih,iw*sar*${height}/${width}))`,
      exact: 1,
    }),
    filter('scale', { w: width, h: height }),
    SQUARE,
    ...colours,
  ],
};

/** As large as fits, on black. The converted frames may be those of a video. */
export const wholeIn = (box: Size, colours: readonly Filter[]): readonly Filter[] => [
  scaled(box, 'enlarged'),
  SQUARE,
  ...colours,
  padded(box, BLACK),
];

const ENLARGED_MAX = 1e6;
const SQUARE = filter('setsar', { sar: 1 });

function scaled({ width, height }: Size, way: 'shrunk' | 'enlarged'): Filter {
  // The largest enlargement, beyond that of any real video.
  const most = way === 'shrunk' ? 1 : ENLARGED_MAX;
  return filter('scale', {
    w: formula`max(1,min(${width},round(iw*sar*min(${most},min(${width}/(iw*sar),${height}/ih)))))`,
    h: formula`max(1,min(${height},round(ih*min(${most},min(${width}/(iw*sar),${height}/ih)))))`,
  });
}

const padded = ({ width, height }: Size, background: string): Filter =>
  filter('pad', { w: width, h: height, x: formula`(ow-iw)/2`, y: formula`(oh-ih)/2`, color: colourOf(background) });

/** `#rrggbb` converted through its number, so that no client text enters a graph. */
export const colourOf = (background: string): string =>
  `0x${Number.parseInt(background.slice(1), 16).toString(16).padStart(6, '0')}`;

export interface PictureOptions {
  readonly file: string;
  readonly format: PictureFormat;
  readonly quality?: number;
  /** A pad of the graph, with pixels of `inRgb`. */
  readonly pad: string;
  /** Whether to write the first or the last of all frames. */
  readonly take: 'first' | 'last';
}

export const pictureOutput = ({ file, format, quality, pad, take }: PictureOptions): Output => ({
  file,
  mimeType: `image/${format}`,
  graph: [{ from: [pad], filters: PICTURED[format], to: [`${pad}drawn`] }],
  words: [
    ...picturesAlone(`${pad}drawn`),
    ...(take === 'first' ? ['-frames:v', '1'] : []),
    ...CODECS[format](quality ?? QUALITY),
    '-f',
    'image2',
    '-update',
    '1',
  ],
});

/** Writes the frames of the graph without changing their timing, and without metadata. */
export const picturesAlone = (pad: string): readonly string[] =>
  `-map [${pad}] -map_metadata -1 -map_chapters -1 -fps_mode passthrough -flags:v +bitexact`.split(' ');

/** The default background. */
export const BLACK = '#000000';

const QUALITY = 85;

const CODECS: Readonly<Record<PictureFormat, (quality: number) => readonly string[]>> = {
  jpeg: (quality) => ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', decimal(scaleOf(quality))],
  png: () => ['-c:v', 'png', '-pix_fmt', 'rgb24'],
};

/** ffmpeg's scale for JPEG quality is reversed and coarse: 2 is the best, 31 the worst, and 85 becomes 4. */
const scaleOf = (quality: number): number => 31 - 29 * Math.sqrt((quality - 1) / 99);
