/** audio-spectrogram: a picture of the frequencies of an audio file over time. */
import { pngOf } from '../../audio/picture.ts';
import { soundUses, sourceSecondsMax } from '../../audio/source.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_SPEECH } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedSeconds } from '../../units.ts';
import { type SpectrogramArguments, spectrogramSchema } from './schema.ts';

export const audioSpectrogram = defineTool<SpectrogramArguments>({
  name: 'audio-spectrogram',
  title: 'Draw a spectrogram',
  description:
    'Makes one PNG artifact of exactly the requested size (pixels), without a legend: time from left to right, frequency from the bottom (0 Hz) to the top, all channels mixed, loudness as colour. ' +
    'output.result is {maximumFrequencyHz}, the frequency at the upper edge. For a video, the first audio track is used. Charged by started seconds of the source.',
  category: 'audio',
  inputSchema: spectrogramSchema,
  example: { source: EXAMPLE_SPEECH, width: 1200, height: 512, maximumFrequencyHz: 8000, palette: 'magma' },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  fileUses: soundUses,
  plan: planSpectrogram,
});

function planSpectrogram(input: SpectrogramArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  return oneStep({
    name: 'spectrogram',
    operation: 'draw-spectrogram',
    parameters,
    inputs: { source },
    description: 'Spectrogram',
    unitsMax: startedSeconds(sourceSecondsMax(input, boundsOf)),
    outputs: [pngOf(input)],
  });
}
