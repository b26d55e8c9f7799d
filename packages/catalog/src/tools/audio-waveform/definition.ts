/** audio-waveform: a picture of the amplitude over time, as audio players show it. */
import { pngOf } from '../../audio/picture.ts';
import { soundUses, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_MUSIC } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';
import { type WaveformArguments, waveformSchema } from './schema.ts';

export const audioWaveform = defineTool<WaveformArguments>({
  name: 'audio-waveform',
  title: 'Draw a waveform',
  description:
    'Makes one PNG artifact of exactly the requested size (pixels): the amplitude of the whole audio over time, including peaks, on a transparent or plain background. ' +
    'For a video, the first audio track is used. Charged by started seconds of the source.',
  category: 'audio',
  inputSchema: waveformSchema,
  example: { source: EXAMPLE_MUSIC, width: 1200, height: 300, color: '#2563eb', background: '#ffffff' },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  fileUses: soundUses,
  plan: planWaveform,
});

function planWaveform(input: WaveformArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  return oneStep({
    name: 'waveform',
    operation: 'draw-waveform',
    parameters,
    inputs: { source },
    description: 'Waveform',
    unitsMax: startedSeconds(sourceSecondsMax(input, boundsOf)),
    outputs: [pngOf(input)],
  });
}
