/** audio-analyze: what can be measured of a sound as JSON; no artifact. */
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
  title: 'Analyze sound',
  description:
    'Measures a sound and answers in output.result; makes no artifact. Fields: durationSeconds; integratedLufs and loudnessRangeLu (EBU R128; null where all is below -70 LUFS or shorter than 0.4 s); ' +
    'truePeakDbtp (of four times the samples; null of digital silence); silences, in order, each {startSeconds, endSeconds}, the first 1000 of them; silenceCount and silentSeconds of all. ' +
    'Tempo is not measured. Of a video the first track of sound is taken. Charged by started seconds of the source.',
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
    description: 'Sound analysis',
    unitsMax: startedSeconds(sourceSecondsMax(input, boundsOf)),
    outputs: [],
  });
}
