/** speech-generate: a text read aloud by an external service. */
import { Type, type Static } from 'typebox';
import { closedInput } from '../../image/schema.ts';
import { modelArgument } from '../../providers/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedHundreds } from '../../units.ts';

const VOICES = ['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer'] as const;

const speechSchema = Type.Object(
  {
    text: Type.String({
      title: 'Text',
      minLength: 1,
      maxLength: 4000,
      description: 'The text to read, in any language that the voice speaks.',
    }),
    voice: Type.Optional(
      Type.Enum([...VOICES], { title: 'Voice', default: 'alloy', description: 'The voice that reads the text.' }),
    ),
    model: modelArgument(['standard'], 'Quality and price.'),
  },
  closedInput,
);

type SpeechArguments = Defaulted<Static<typeof speechSchema>, 'voice' | 'model'>;

const example = {
  text: 'The train to the coast leaves from platform two.',
  voice: 'alloy',
  model: 'standard',
} as const;

export const speechGenerate = defineTool<SpeechArguments>({
  name: 'speech-generate',
  title: 'Generate speech',
  description:
    'Reads a text aloud and makes one MP3 artifact. An external service makes it. Charged by started hundreds of characters (Unicode code points) of the text. ' +
    'The duration is known only afterwards, so in a pipeline the artifact cannot be the source of a tool that is priced by duration.',
  category: 'audio',
  inputSchema: speechSchema,
  example,
  models: [{ name: 'standard', description: 'A natural voice.', example }],
  maxRuntimeSeconds: 300,
  provider: 'openai',
  modelOf: ({ model }) => model,
  fileUses: () => [],
  plan: planSpeech,
});

function planSpeech({ text, voice }: SpeechArguments): Planned {
  return oneStep({
    name: 'speak',
    operation: 'generate-speech',
    parameters: { text, voice },
    inputs: {},
    description: 'Speech generation',
    unitsMax: startedHundreds(text),
    outputs: [{ mimeTypes: ['audio/mpeg'] }],
  });
}
