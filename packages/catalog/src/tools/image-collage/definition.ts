/** image-collage: several images in a grid. */
import { type BoundsOf, exactSize } from '../../files/bounds.ts';
import { EXAMPLE_DRAWING, EXAMPLE_PHOTO } from '../../files/samples.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, imageUse, sourcePixelsMax } from '../../image/source.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { type Size, pixelsOf, startedMegapixels } from '../../units.ts';
import { type CollageArguments, collageSchema } from './schema.ts';

export const imageCollage = defineTool<CollageArguments>({
  name: 'image-collage',
  title: 'Make a collage',
  description:
    'Makes one image artifact from 2 to 20 images in a grid, row by row. All cells have the same size (pixels), with gaps between and around them. The result is columns × cellWidth + (columns + 1) × gap pixels wide and ' +
    'rows × cellHeight + (rows + 1) × gap pixels high; the limit is 40 megapixels. EXIF orientation is applied, colours are converted to sRGB, all metadata is removed. For an animation, the first frame is used.',
  category: 'image',
  inputSchema: collageSchema,
  example: {
    images: [EXAMPLE_PHOTO, EXAMPLE_DRAWING, EXAMPLE_DRAWING, EXAMPLE_PHOTO],
    columns: 2,
    cellWidth: 400,
    cellHeight: 300,
    gap: 12,
    background: '#f4f1ea',
    format: 'webp',
  },
  models: [],
  maxRuntimeSeconds: 180,
  modelOf: () => null,
  fileUses: ({ images }) => images.map((ref, n) => imageUse(`/images/${n}`, ref)),
  plan: planCollage,
});

function planCollage(input: CollageArguments, boundsOf: BoundsOf): Planned {
  const { images, ...rest } = input;
  const columns = input.columns ?? Math.ceil(Math.sqrt(images.length));
  const size = sizeOf(input, columns);
  if (pixelsOf(size) > IMAGE_PIXELS_MAX || Math.max(size.width, size.height) > IMAGE_SIDE_MAX) {
    return { ok: false, message: 'invalid_arguments', fields: tooLarge(size) };
  }
  const sources = images.reduce((sum, source) => sum + sourcePixelsMax({ source }, boundsOf), 0);
  return oneStep({
    name: 'collage',
    operation: 'collage',
    parameters: { ...rest, columns },
    inputs: Object.fromEntries(images.map((ref, n) => [`images/${n}` as const, ref])),
    description: `Collage of ${images.length} images`,
    unitsMax: startedMegapixels(Math.max(sources, pixelsOf(size))),
    outputs: [{ mimeTypes: [`image/${input.format}`], sizes: [exactSize(size)] }],
  });
}

function sizeOf({ images, cellWidth, cellHeight, gap }: CollageArguments, columns: number): Size {
  const along = (cells: number, side: number) => cells * (side + gap) + gap;
  return { width: along(columns, cellWidth), height: along(Math.ceil(images.length / columns), cellHeight) };
}

/** The problem of a result that is too large, reported for the field of its longer side. */
function tooLarge({ width, height }: Size) {
  const reason = `makes a result of ${width} × ${height} pixels; the limit is 40 megapixels and ${IMAGE_SIDE_MAX} pixels a side`;
  return { [width >= height ? '/cellWidth' : '/cellHeight']: reason };
}
