/** audio-convert: the same audio in another format; the model is the format. */
import type { AudioFormat } from '@farebox/kernel';
import { resultBounds } from '../../audio/result.ts';
import { soundUses, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_MUSIC } from '../../files/samples.ts';
import { type Planned, type ToolModel, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';
import { type ConvertAudioArguments, convertAudioSchema } from './schema.ts';

const models = [
  model('mp3', 'MP3: plays everywhere.', { bitrateKbps: 160 }),
  model('wav', 'WAV, PCM of 16 bits, or of 24 for a source of more: uncompressed, for editing.', {
    sampleRateHz: 44_100,
  }),
  model('aac', 'AAC in M4A: smaller than MP3 at the same quality, plays nearly everywhere.', { bitrateKbps: 160 }),
  model('opus', 'Opus in Ogg: the smallest at the same quality, for the web and for speech.', { bitrateKbps: 96 }),
  model('flac', 'FLAC, 16 bits, or 24 for a source of more: lossless, about half the size of WAV.', {}),
] as const satisfies readonly ToolModel[];

export const audioConvert = defineTool<ConvertAudioArguments>({
  name: 'audio-convert',
  title: 'Convert audio',
  description:
    'Makes one audio artifact in the format of the chosen model (mp3, wav, aac, opus or flac). For a video, the first audio track is used. ' +
    'All metadata, chapters and pictures are removed. Charged by started seconds of the source.',
  category: 'audio',
  inputSchema: convertAudioSchema,
  example: models[0].example,
  models,
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: ({ model: name }) => name,
  fileUses: soundUses,
  plan: planConvert,
});

function planConvert(input: ConvertAudioArguments, boundsOf: BoundsOf): Planned {
  const { source, model: format, ...options } = input;
  const secondsMax = sourceSecondsMax(input, boundsOf);
  return oneStep({
    name: 'convert',
    operation: 'convert-audio',
    parameters: { format, ...options },
    inputs: { source },
    description: `Audio conversion to ${format}`,
    unitsMax: startedSeconds(secondsMax),
    outputs: [resultBounds(format, secondsMax)],
  });
}

type Options = Pick<ConvertAudioArguments, 'bitrateKbps' | 'sampleRateHz'>;

function model(name: AudioFormat, description: string, options: Options) {
  return { name, description, example: { source: EXAMPLE_MUSIC, model: name, ...options } };
}
