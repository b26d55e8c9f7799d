/** Pictures of a video on their way to an image: upright, their pixels square, in their box, and nothing but a picture. */
import type { PictureFit, PictureFormat, Size } from '@farebox/catalog';
import { type Filter, filter, formula } from './filters.ts';
import { decimal } from './number.ts';
import type { Output } from './output.ts';

/** ffmpeg turns a picture by itself before its first filter. */
export const FITTED: Readonly<Record<PictureFit, (box: Size, background: string) => readonly Filter[]>> = {
  inside: (box) => [scaled(box, 'shrunk'), SQUARE],
  contain: (box, background) => [scaled(box, 'enlarged'), SQUARE, IN_COLOUR, padded(box, background)],
  cover: ({ width, height }) => [
    // Cut first, so that nothing on the way is larger than source and result.
    filter('crop', {
      w: formula`max(1,min(iw,ih*${width}/${height}/sar))`,
      h: formula`max(1,min(ih,iw*sar*${height}/${width}))`,
      exact: 1,
    }),
    filter('scale', { w: width, h: height }),
    SQUARE,
  ],
};

/** As large as fits, on a background in which no colour is told: half of the points of a video have none. */
export const FITTED_WHOLE = (box: Size, background: string): readonly Filter[] => [
  scaled(box, 'enlarged'),
  SQUARE,
  padded(box, background),
];

const ENLARGED_MAX = 1e6;
const SQUARE = filter('setsar', { sar: 1 });
/** Where a colour is told: half of the points of a video have none of their own. */
export const IN_COLOUR = filter('format', { pix_fmts: 'rgb24' });

function scaled({ width, height }: Size, way: 'shrunk' | 'enlarged'): Filter {
  // How much larger it may become at most: of no video there is more than this.
  const most = way === 'shrunk' ? 1 : ENLARGED_MAX;
  return filter('scale', {
    w: formula`max(1,min(${width},round(iw*sar*min(${most},min(${width}/(iw*sar),${height}/ih)))))`,
    h: formula`max(1,min(${height},round(ih*min(${most},min(${width}/(iw*sar),${height}/ih)))))`,
  });
}

const padded = ({ width, height }: Size, background: string): Filter =>
  filter('pad', { w: width, h: height, x: formula`(ow-iw)/2`, y: formula`(oh-ih)/2`, color: colourOf(background) });

/** `#rrggbb`, by its number: what a client wrote is no part of a graph. */
export const colourOf = (background: string): string =>
  `0x${Number.parseInt(background.slice(1), 16).toString(16).padStart(6, '0')}`;

export interface PictureOptions {
  readonly file: string;
  readonly format: PictureFormat;
  readonly quality?: number;
  /** Of the graph. */
  readonly pad: string;
  /** Of all that come the first, or the last. */
  readonly take: 'first' | 'last';
}

export const pictureOutput = ({ file, format, quality, pad, take }: PictureOptions): Output => ({
  file,
  mimeType: `image/${format}`,
  words: [
    ...picturesAlone(pad),
    ...(take === 'first' ? ['-frames:v', '1'] : []),
    ...CODECS[format](quality ?? QUALITY),
    '-f',
    'image2',
    '-update',
    '1',
  ],
});

/** Of the graph, each as it comes, with nothing that a file says of itself. */
export const picturesAlone = (pad: string): readonly string[] =>
  `-map [${pad}] -map_metadata -1 -map_chapters -1 -fps_mode passthrough -flags:v +bitexact`.split(' ');

/** Of a background that nobody chose. */
export const BLACK = '#000000';

const QUALITY = 85;

const CODECS: Readonly<Record<PictureFormat, (quality: number) => readonly string[]>> = {
  jpeg: (quality) => ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', decimal(scaleOf(quality))],
  png: () => ['-c:v', 'png', '-pix_fmt', 'rgb24'],
};

/** ffmpeg counts the other way, and coarsely: 2 is the best, 31 the least; 85 comes to 4. */
const scaleOf = (quality: number): number => 31 - 29 * Math.sqrt((quality - 1) / 99);
