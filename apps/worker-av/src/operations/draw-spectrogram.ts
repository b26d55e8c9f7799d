/** `draw-spectrogram`: a picture of the frequencies of audio over time. */
import { startedSeconds } from '@farebox/catalog';
import type { ContextOf, Implementation } from '@farebox/worker';
import { drawingOutput, held, heldRate } from '../ffmpeg/drawings.ts';
import { type Filter, filter } from '../ffmpeg/filters.ts';
import { soundIn } from '../ffmpeg/placed.ts';
import { inSession } from '../session.ts';
import type { Studio } from '../studio.ts';

type Parameters = ContextOf<'draw-spectrogram'>['parameters'];

export function drawSpectrogram(studio: Studio): Implementation<'draw-spectrogram'> {
  return (context) => {
    const { parameters } = context;
    return inSession(studio, context, async ({ sources: { source }, make }) => {
      const { seconds } = source;
      const sound = { seconds, channels: 1, format: 'fltp', rateMax: 2 * parameters.maximumFrequencyHz } as const;
      const filters = [...held(sound, parameters.width), ...spectrumOf(parameters)];
      const artifacts = await make({
        inputs: [source],
        graph: [soundIn(source, { filters, to: 'drawn' })],
        outputs: [drawingOutput('drawn', 'rgb24')],
        seconds,
      });
      const result = { maximumFrequencyHz: Math.floor(heldRate(sound) / 2) };
      return { artifacts, result, units: startedSeconds(seconds) };
    });
  };
}

/**
 * ffmpeg 5.1 hangs at a height that is not a power of two, so the picture is drawn at the next power and scaled down.
 */
function spectrumOf(parameters: Parameters): readonly [Filter, Filter] {
  const { width, height, frequencyScale, dynamicRangeDb, palette } = parameters;
  const drawn = filter('showspectrumpic', {
    size: `${width}x${2 ** Math.ceil(Math.log2(height))}`,
    legend: 0,
    fscale: frequencyScale === 'linear' ? 'lin' : 'log',
    drange: dynamicRangeDb,
    color: palette,
  });
  return [drawn, filter('scale', { w: width, h: height, flags: 'area' })];
}
