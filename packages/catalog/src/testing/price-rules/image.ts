/** The units of the image tools, restated as rules. */
import type { Expr, Pointer, Quantity } from '@farebox/price-rules';
import type { IMAGE_PRICES } from '../../prices/image.ts';
import { area, height, isAtLeast, megapixels, pixels, type Sides, width } from './expressions.ts';
import { resizedArea } from './resized.ts';

/** The worker refuses more pixels, so they are never billed. */
const PIXELS_MAX = 40_000_000;

const SOURCE = '/source';
const source: Sides = { width: width(SOURCE), height: height(SOURCE) };
const ofSource = megapixels(pixels(SOURCE));

/** The source or what is made of it, whichever has more pixels. */
const orResult = (result: Expr): Quantity => megapixels({ min: [PIXELS_MAX, { max: [pixels(SOURCE), result] }] });

const roundedUp = (side: Expr): Expr => ({ max: [1, { ceil: side }] });
const resized = (at: Pointer): Expr =>
  resizedArea(source, at, (sides, isScaled) =>
    area(isScaled ? { width: roundedUp(sides.width), height: roundedUp(sides.height) } : sides),
  );

/** The bounding box of a turned picture, with a pixel of tolerance on each side, except at right angles. */
function turnedArea({ width: along, height: across }: Sides): Expr {
  const cosine: Expr = { cosine: '/rotate', else: 1 };
  const sine: Expr = { sine: '/rotate', else: 0 };
  const isTilted: Expr = { ceil: { mul: [cosine, sine] } };
  const side = (own: Expr, other: Expr): Expr => ({
    add: [1, { ceil: { add: [{ mul: [own, cosine] }, { mul: [other, sine] }] } }],
  });
  return { mul: [isTilted, side(along, across), side(across, along)] };
}

const images: Expr = { count: '/images' };
/** As many columns as rows, or one more: the square root, rounded up. */
const squarish: Expr = { add: [1, ...[2, 5, 10, 17].map((least) => isAtLeast(images, least))] };
const columns: Expr = { arg: '/columns', else: squarish };

const gridSide = (cells: Expr, cell: Pointer): Expr => ({
  add: [{ mul: [cells, { add: [{ arg: cell }, { arg: '/gap' }] }] }, { arg: '/gap' }],
});

const collage: Sides = {
  width: gridSide(columns, '/cellWidth'),
  height: gridSide({ ceil: { div: [images, columns] } }, '/cellHeight'),
};

export const IMAGE_RULES: Readonly<Record<keyof typeof IMAGE_PRICES, Quantity>> = {
  'image-resize': orResult(resized('')),
  'image-convert': ofSource,
  'image-crop': ofSource,
  'image-thumbnails': orResult({ sum: '/sizes', each: resized('/sizes/*') }),
  'image-adjust': orResult(turnedArea(source)),
  'image-compare': megapixels({ max: [pixels(SOURCE), pixels('/other')] }),
  'image-analyze': ofSource,
  'image-optimize': ofSource,
  'image-watermark': megapixels({ max: [pixels(SOURCE), { fact: '/image', of: 'pixels', else: 0 }] }),
  'image-collage': megapixels({ max: [{ sum: '/images', each: pixels('/images/*') }, area(collage)] }),
};
