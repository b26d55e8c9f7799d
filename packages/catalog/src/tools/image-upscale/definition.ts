/** image-upscale: the same image with more pixels, made by an external service. */
import { Type, type Static } from 'typebox';
import type { BoundsOf, SizeBounds } from '../../files/bounds.ts';
import { fileArgument, type Chainable } from '../../files/file.ts';
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, imageRule, sourceSizes } from '../../image/source.ts';
import { modelArgument } from '../../providers/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';
import { type Size, pixelsOf } from '../../units.ts';

const RULE = imageRule(['image/jpeg', 'image/png']);

const upscaleSchema = Type.Object(
  {
    source: fileArgument('Image', 'The image: JPEG or PNG; the result has at most 40 megapixels.'),
    scale: Type.Optional(
      Type.Integer({
        title: 'Scale',
        minimum: 2,
        maximum: 4,
        default: 2,
        description: 'Factor for the width and the height of the result.',
      }),
    ),
    model: modelArgument(['standard'], 'Quality and price.'),
  },
  closedInput,
);

type UpscaleArguments = Chainable<Defaulted<Static<typeof upscaleSchema>, 'scale' | 'model'>>;

const example = { source: EXAMPLE_PHOTO, scale: 2, model: 'standard' } as const;

export const imageUpscale = defineTool<UpscaleArguments>({
  name: 'image-upscale',
  title: 'Upscale an image',
  description:
    'Redraws an image at 2, 3 or 4 times its width and height (pixels) and makes one PNG or JPEG artifact of exactly that size. An external service makes it: ' +
    'details are invented, and the same input may give different results. A result above 40 megapixels is refused before anything is charged. Charged by the image.',
  category: 'image',
  inputSchema: upscaleSchema,
  example,
  models: [{ name: 'standard', description: 'Photos and drawings.', example }],
  maxRuntimeSeconds: 600,
  provider: 'predictions',
  modelOf: ({ model }) => model,
  fileUses: ({ source }) => [{ pointer: '/source', ref: source, rule: RULE }],
  plan: planUpscale,
});

function planUpscale(input: UpscaleArguments, boundsOf: BoundsOf): Planned {
  const { source, scale } = input;
  const sizes = sourceSizes(input, boundsOf);
  if (sizes.every(({ least }) => !isPossible(scaled(least, scale)))) {
    const reason = `would make more than ${IMAGE_PIXELS_MAX} pixels, or a side above ${IMAGE_SIDE_MAX}: use a smaller scale`;
    return { ok: false, message: 'invalid_arguments', fields: { '/scale': reason } };
  }
  return oneStep({
    name: 'upscale',
    operation: 'predict-upscale',
    parameters: { scale },
    inputs: { source },
    description: 'Image upscaling',
    unitsMax: 1,
    outputs: [{ mimeTypes: ['image/png', 'image/jpeg'], sizes: sizes.map((size) => scaledBounds(size, scale)) }],
  });
}

const scaled = ({ width, height }: Size, scale: number): Size => ({ width: width * scale, height: height * scale });

const isPossible = (size: Size): boolean =>
  pixelsOf(size) <= IMAGE_PIXELS_MAX && size.width <= IMAGE_SIDE_MAX && size.height <= IMAGE_SIDE_MAX;

/** Limits each side to the longest one allowed, because the worker refuses a larger result. */
const withinSides = ({ width, height }: Size): Size => ({
  width: Math.min(width, IMAGE_SIDE_MAX),
  height: Math.min(height, IMAGE_SIDE_MAX),
});

const scaledBounds = ({ least, most }: SizeBounds, scale: number): SizeBounds => ({
  least: withinSides(scaled(least, scale)),
  most: withinSides(scaled(most, scale)),
});
