/** image-stylize: an image redrawn from a description, by an external service. */
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { Type, type Static } from 'typebox';
import { fileArgument, type Chainable } from '../../files/file.ts';
import { closedInput } from '../../image/schema.ts';
import { ANY_IMAGE_SIZE, imageRule } from '../../image/source.ts';
import { modelArgument, promptArgument } from '../../providers/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';

const RULE = imageRule(['image/jpeg', 'image/png']);

const stylizeSchema = Type.Object(
  {
    source: fileArgument('Image', 'The image: JPEG or PNG; at most 40 megapixels.'),
    prompt: promptArgument('What the result should look like, in plain words.'),
    strength: Type.Optional(
      Type.Number({
        title: 'Strength',
        minimum: 0,
        maximum: 1,
        default: 0.6,
        description:
          'How far the result may differ from the source, 0 to 1: 0 keeps the source, 1 follows only the description.',
      }),
    ),
    model: modelArgument(['standard'], 'Quality and price.'),
  },
  closedInput,
);

type StylizeArguments = Chainable<Defaulted<Static<typeof stylizeSchema>, 'strength' | 'model'>>;

const example = { source: EXAMPLE_PHOTO, prompt: 'A watercolour painting', strength: 0.6, model: 'standard' } as const;

export const imageStylize = defineTool<StylizeArguments>({
  name: 'image-stylize',
  title: 'Stylize an image',
  description:
    'Redraws an image from a description and makes one PNG or JPEG artifact, whose size the service chooses. An external service makes it: the same input gives a different image each time. Charged by the image.',
  category: 'image',
  inputSchema: stylizeSchema,
  example,
  models: [{ name: 'standard', description: 'Follows both the image and the description.', example }],
  maxRuntimeSeconds: 600,
  provider: 'predictions',
  modelOf: ({ model }) => model,
  fileUses: ({ source }) => [{ pointer: '/source', ref: source, rule: RULE }],
  plan: planStylize,
});

function planStylize({ source, prompt, strength }: StylizeArguments): Planned {
  return oneStep({
    name: 'stylize',
    operation: 'predict-image',
    parameters: { prompt, strength },
    inputs: { source },
    description: 'Image stylization',
    unitsMax: 1,
    outputs: [{ mimeTypes: ['image/png', 'image/jpeg'], sizes: [ANY_IMAGE_SIZE] }],
  });
}
