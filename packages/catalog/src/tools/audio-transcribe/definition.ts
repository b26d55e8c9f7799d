/** audio-transcribe: speech to text by an external service. */
import { EXAMPLE_SPEECH } from '../../files/samples.ts';
import { invariant } from '@farebox/kernel';
import { Type, type Static } from 'typebox';
import type { BoundsOf } from '../../files/bounds.ts';
import { type FileRule, type InputRef, fileArgument } from '../../files/file.ts';
import { closedInput } from '../../image/schema.ts';
import { modelArgument } from '../../providers/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';

const SECONDS_MAX = 3600;
const SOUND_RULE: FileRule = {
  mimeTypes: ['audio/wav', 'audio/mpeg', 'audio/mp4', 'video/mp4'],
  sound: { secondsMax: SECONDS_MAX },
};

const transcribeSchema = Type.Object(
  {
    source: fileArgument('Recording', 'The recording: WAV, MP3, M4A or MP4; at most one hour.'),
    language: Type.Optional(
      Type.String({
        title: 'Language',
        pattern: '^[a-z]{2}$',
        description: 'ISO 639-1 code of the spoken language; detected by default.',
      }),
    ),
    prompt: Type.Optional(
      Type.String({
        title: 'Vocabulary',
        minLength: 1,
        maxLength: 200,
        description: 'Names and words that occur in the recording, for their correct spelling.',
      }),
    ),
    model: modelArgument(['standard'], 'Quality and price.'),
  },
  closedInput,
);

type TranscribeArguments = Omit<Defaulted<Static<typeof transcribeSchema>, 'model'>, 'source'> & {
  readonly source: InputRef;
};

const example = { source: EXAMPLE_SPEECH, language: 'en', model: 'standard' } as const;

export const audioTranscribe = defineTool<TranscribeArguments>({
  name: 'audio-transcribe',
  title: 'Transcribe speech',
  description:
    'Transcribes the speech of a recording and returns output.result {text}; makes no artifact. An external service does the work. Charged by started seconds of the recording.',
  category: 'audio',
  inputSchema: transcribeSchema,
  example,
  models: [{ name: 'standard', description: 'Many languages.', example }],
  maxRuntimeSeconds: 900,
  provider: 'openai',
  modelOf: ({ model }) => model,
  fileUses: ({ source }) => [{ pointer: '/source', ref: source, rule: SOUND_RULE }],
  plan: planTranscribe,
});

function planTranscribe({ source, model: _, ...parameters }: TranscribeArguments, boundsOf: BoundsOf): Planned {
  const { durationSecondsMax } = boundsOf(source);
  invariant(durationSecondsMax !== undefined, 'a planned recording has its duration');
  return oneStep({
    name: 'transcribe',
    operation: 'transcribe',
    parameters,
    inputs: { source },
    description: 'Transcription',
    unitsMax: startedSeconds(durationSecondsMax),
    outputs: [],
  });
}
