/** The units of the video tools, restated as rules. */
import type { Expr, Pointer, Quantity } from '@farebox/price-rules';
import type { VIDEO_PRICES } from '../../prices/video.ts';
import { area, height, isAtMost, megapixelSeconds, pixels, seconds, type Sides, when, width } from './expressions.ts';
import { resizedArea } from './resized.ts';

const PIXELS_MAX = 8_912_896;
const SIDE_MAX = 4096;

const SOURCE = '/source';
const sidesOf = (file: Pointer): Sides => ({ width: width(file), height: height(file) });
const turned = ({ width: along, height: across }: Sides): Sides => ({ width: across, height: along });

/** The side in which a frame is encoded: the even number below. */
const evened = (side: Expr): Expr => ({ max: [2, { mul: [2, { floor: { div: [side, 2] } }] }] });
const encoded = ({ width: along, height: across }: Sides): Sides => ({ width: evened(along), height: evened(across) });

/** The source or the result, whichever has more pixels, for each second of the source. */
const orResult = (result: readonly Expr[]): Quantity => ({
  ceil: megapixelSeconds({ max: [pixels(SOURCE), ...result] }, seconds(SOURCE)),
});
const ofSource = orResult([]);
const ofEncoded = orResult([area(encoded(sidesOf(SOURCE)))]);

/** The source, or all pictures together as if each were shown for a second. */
const orPictures = (shown: Expr, duration: Expr = 1): Quantity => ({
  ceil: { max: [megapixelSeconds(pixels(SOURCE), seconds(SOURCE)), megapixelSeconds(shown, duration)] },
});

const halfUp = (side: Expr): Expr => ({ max: [1, { floor: { add: [side, 0.5] } }] });

/** The pixels of a resized video; 0 if it is too large, because then the video is only made if it is turned. */
const resized = (source: Sides): Expr =>
  resizedArea(source, '', (sides, isScaled) => {
    const result = encoded(isScaled ? { width: halfUp(sides.width), height: halfUp(sides.height) } : sides);
    const shown = area(result);
    const fits = isScaled ? [isAtMost(result.width, SIDE_MAX), isAtMost(result.height, SIDE_MAX)] : [];
    // The minimum changes no value: it only tells the bound that a result that counts is within the limit.
    return when([...fits, isAtMost(shown, PIXELS_MAX)], { min: [PIXELS_MAX, shown] });
  });

const arg = (name: string): Expr => ({ arg: `/${name}` });
const gridSide = (cells: string, cell: string): Expr => ({
  add: [{ mul: [arg(cells), { add: [arg(cell), arg('gap')] }] }, arg('gap')],
});

export const VIDEO_RULES: Readonly<Record<keyof typeof VIDEO_PRICES, Quantity>> = {
  'video-clip': ofEncoded,
  'video-concat': {
    ceil: {
      sum: '/sources',
      each: megapixelSeconds(
        { max: [pixels('/sources/*'), area(encoded(sidesOf('/sources/0')))] },
        seconds('/sources/*'),
      ),
    },
  },
  'video-replace-audio': ofSource,
  'video-resize': orResult([resized(sidesOf(SOURCE)), resized(turned(sidesOf(SOURCE)))]),
  'video-transcode': ofEncoded,
  'video-thumbnails': orPictures({
    mul: [arg('width'), arg('height'), { count: '/times', else: { arg: '/count', else: 1 } }],
  }),
  'video-contact-sheet': orPictures({ mul: [gridSide('columns', 'cellWidth'), gridSide('rows', 'cellHeight')] }),
  'video-preview': orPictures(
    { mul: [arg('width'), arg('height')] },
    { mul: [arg('clips'), { add: [arg('clipSeconds'), { div: [1, arg('framesPerSecond')] }] }] },
  ),
  'video-analyze': ofSource,
  'video-extract-audio': { ceil: seconds(SOURCE) },
};
