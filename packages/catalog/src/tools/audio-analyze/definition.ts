/** audio-analyze: measurements of an audio file as JSON; no artifact. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import { silenceArguments } from '../../audio/silence.ts';
import { soundArgument, soundUses, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_SPEECH } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';

const analyzeSchema = Type.Object(
  {
    source: soundArgument,
    ...silenceArguments('listed'),
  },
  closedInput,
);

type AnalyzeArguments = Chainable<Defaulted<Static<typeof analyzeSchema>, 'silenceDb' | 'silenceSeconds'>>;

export const audioAnalyze = defineTool<AnalyzeArguments>({
  name: 'audio-analyze',
  title: 'Analyze audio',
  description:
    'Measures an audio file and returns output.result; makes no artifact. Fields: durationSeconds; integratedLufs and loudnessRangeLu (EBU R128; null if all of it is below -70 LUFS or it is shorter than 0.4 s); ' +
    'truePeakDbtp (4 × oversampled; null for digital silence); silences, in order, each {startSeconds, endSeconds}, only the first 1000; silenceCount and silentSeconds, for all silences. ' +
    'Tempo is not measured. For a video, the first audio track is used. Charged by started seconds of the source.',
  category: 'audio',
  inputSchema: analyzeSchema,
  example: { source: EXAMPLE_SPEECH, silenceDb: -50, silenceSeconds: 0.3 },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  fileUses: soundUses,
  plan: planAnalyze,
});

function planAnalyze(input: AnalyzeArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  return oneStep({
    name: 'analyze',
    operation: 'analyze-audio',
    parameters,
    inputs: { source },
    description: 'Audio analysis',
    unitsMax: startedSeconds(sourceSecondsMax(input, boundsOf)),
    outputs: [],
  });
}
