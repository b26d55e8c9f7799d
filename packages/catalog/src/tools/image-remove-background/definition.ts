/** image-remove-background: the foreground of an image, cut out by an external service. */
import { Type, type Static } from 'typebox';
import type { BoundsOf } from '../../files/bounds.ts';
import { fileArgument, type Chainable } from '../../files/file.ts';
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { imageRule, sourceSizes } from '../../image/source.ts';
import { modelArgument } from '../../providers/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';

const RULE = imageRule(['image/jpeg', 'image/png']);

const cutoutSchema = Type.Object(
  {
    source: fileArgument('Image', 'The image: JPEG or PNG; at most 40 megapixels.'),
    model: modelArgument(['standard'], 'Quality and price.'),
  },
  closedInput,
);

type CutoutArguments = Chainable<Defaulted<Static<typeof cutoutSchema>, 'model'>>;

const example = { source: EXAMPLE_PHOTO, model: 'standard' } as const;

export const imageRemoveBackground = defineTool<CutoutArguments>({
  name: 'image-remove-background',
  title: 'Remove the background',
  description:
    'Cuts out the foreground of an image and makes one PNG artifact of the size of the source (pixels), with a transparent background. An external service makes it. Charged by the image.',
  category: 'image',
  inputSchema: cutoutSchema,
  example,
  models: [{ name: 'standard', description: 'People, animals and things.', example }],
  maxRuntimeSeconds: 600,
  provider: 'predictions',
  modelOf: ({ model }) => model,
  fileUses: ({ source }) => [{ pointer: '/source', ref: source, rule: RULE }],
  plan: planCutout,
});

function planCutout(input: CutoutArguments, boundsOf: BoundsOf): Planned {
  return oneStep({
    name: 'remove-background',
    operation: 'predict-cutout',
    parameters: {},
    inputs: { source: input.source },
    description: 'Background removal',
    unitsMax: 1,
    outputs: [{ mimeTypes: ['image/png'], sizes: sourceSizes(input, boundsOf) }],
  });
}
