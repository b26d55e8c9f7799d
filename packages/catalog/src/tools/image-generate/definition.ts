/** image-generate: an image from a description, made by an external service. */
import { Type, type Static } from 'typebox';
import { exactSize } from '../../files/bounds.ts';
import { closedInput } from '../../image/schema.ts';
import { imageModelOf } from '../../providers/image-models.ts';
import { modelArgument, promptArgument } from '../../providers/schema.ts';
import { type Defaulted, type Planned, type ToolModel, defineTool, oneStep } from '../../tool.ts';

const SIZES = {
  '512x512': { width: 512, height: 512 },
  '1024x1024': { width: 1024, height: 1024 },
  '1536x1024': { width: 1536, height: 1024 },
  '1024x1536': { width: 1024, height: 1536 },
} as const;
type SizeName = keyof typeof SIZES;

const generateSchema = Type.Object(
  {
    prompt: promptArgument('What the image shows, in plain words.'),
    size: Type.Optional(
      Type.Enum(Object.keys(SIZES) as SizeName[], {
        title: 'Size',
        default: '1024x1024',
        description: 'Width and height of the result in pixels.',
      }),
    ),
    model: modelArgument(['standard', 'high'], 'Quality and price.'),
  },
  closedInput,
);

type GenerateArguments = Defaulted<Static<typeof generateSchema>, 'size' | 'model'>;

const example = { prompt: 'A lighthouse at dusk, seen from the sea', size: '1024x1024' } as const;
const models: readonly ToolModel[] = [
  { name: 'standard', description: 'Good for drafts and most uses.', example: { ...example, model: 'standard' } },
  { name: 'high', description: 'More detail, slower.', example: { ...example, model: 'high' } },
];

export const imageGenerate = defineTool<GenerateArguments>({
  name: 'image-generate',
  title: 'Generate an image',
  description:
    'Makes one PNG artifact of exactly the requested size (pixels) from a description in words. An external service makes it: the same input gives a different image each time, ' +
    'and the execution fails if the service refuses the description. Charged by the image.',
  category: 'image',
  inputSchema: generateSchema,
  example: { ...example, model: 'standard' },
  models,
  maxRuntimeSeconds: 300,
  provider: 'openai',
  modelOf: ({ model }) => model,
  limitOf({ size }, serviceModel) {
    const { sizes } = imageModelOf(serviceModel);
    if (sizes === null || sizes.includes(size)) return null;
    return `The configured model makes ${sizes.join(', ')}, not ${size}.`;
  },
  fileUses: () => [],
  plan: planGenerate,
});

function planGenerate({ prompt, size }: GenerateArguments): Planned {
  return oneStep({
    name: 'generate',
    operation: 'generate-image',
    parameters: { prompt, size },
    inputs: {},
    description: 'Image generation',
    unitsMax: 1,
    outputs: [{ mimeTypes: ['image/png'], sizes: [exactSize(SIZES[size])] }],
  });
}
