/** video-extract-audio: the audio of a video as a separate file; the model is the format. */
import { AUDIO_FORMAT_NAMES, type AudioFormat } from '@farebox/kernel';
import { type Static, Type } from 'typebox';
import { resultArguments, resultBounds, withoutFields } from '../../audio/result.ts';
import { SOUND_SECONDS_MAX, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { fileArgument, type Chainable } from '../../files/file.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { type Planned, type ToolModel, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';

const extractSchema = Type.Object(
  {
    source: fileArgument('Video', 'The video: an uploaded MP4 or an MP4 artifact, with audio; at most one hour.'),
    model: Type.Enum([...AUDIO_FORMAT_NAMES], { title: 'Format', description: 'Format of the audio.' }),
    bitrateKbps: resultArguments.bitrateKbps,
  },
  { ...closedInput, allOf: [withoutFields('model', ['wav', 'flac'], ['bitrateKbps'])] },
);

type ExtractArguments = Chainable<Static<typeof extractSchema>>;

const models = [
  model('mp3', 'MP3: plays everywhere.'),
  model('wav', 'WAV, 16-bit PCM: uncompressed, for editing.'),
  model('aac', 'AAC in M4A: smaller than MP3 at the same quality, plays nearly everywhere.'),
  model('opus', 'Opus in Ogg: the smallest at the same quality, for the web and for speech.'),
  model('flac', 'FLAC, 16 bits: lossless, about half the size of WAV.'),
] as const satisfies readonly ToolModel[];

export const videoExtractAudio = defineTool<ExtractArguments>({
  name: 'video-extract-audio',
  title: 'Extract the audio of a video',
  description:
    'Makes one audio artifact from the first audio track of a video, in the format of the chosen model (mp3, wav, aac, opus or flac). ' +
    'It keeps its place: where the audio starts late or has a gap, there is silence. All metadata, chapters and pictures are removed. A video without audio fails at no charge. Charged by started seconds of the video.',
  category: 'video',
  inputSchema: extractSchema,
  example: models[0].example,
  models,
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: ({ model: name }) => name,
  fileUses: ({ source }) => [{ pointer: '/source', ref: source, rule: VIDEO_WITH_SOUND }],
  plan: planExtract,
});

/** The frames are never decoded, so their size does not matter. */
const VIDEO_WITH_SOUND = { mimeTypes: ['video/mp4'], sound: { secondsMax: SOUND_SECONDS_MAX } } as const;

function planExtract(input: ExtractArguments, boundsOf: BoundsOf): Planned {
  const { source, model: format, ...options } = input;
  const secondsMax = sourceSecondsMax(input, boundsOf);
  return oneStep({
    name: 'extract',
    operation: 'extract-audio',
    parameters: { format, ...options },
    inputs: { source },
    description: `Audio of a video as ${format}`,
    unitsMax: startedSeconds(secondsMax),
    outputs: [resultBounds(format, secondsMax)],
  });
}

function model(name: AudioFormat, description: string) {
  return { name, description, example: { source: EXAMPLE_VIDEO, model: name } };
}
