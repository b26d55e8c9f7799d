/** `draw-waveform`: a picture of the amplitude of audio over time. */
import { startedSeconds } from '@farebox/catalog';
import type { ContextOf, Implementation } from '@farebox/worker';
import { colourWord, drawingOutput, held } from '../ffmpeg/drawings.ts';
import { type Chain, filter } from '../ffmpeg/filters.ts';
import { soundIn } from '../ffmpeg/placed.ts';
import { inSession, type MeasuredSource } from '../session.ts';
import type { Studio } from '../studio.ts';

type Parameters = ContextOf<'draw-waveform'>['parameters'];

export function drawWaveform(studio: Studio): Implementation<'draw-waveform'> {
  return (context) => {
    const { parameters } = context;
    return inSession(studio, context, async ({ sources: { source }, make }) => {
      const { seconds } = source;
      const outputs = [drawingOutput('drawn', parameters.background === undefined ? 'rgba' : 'rgb24')];
      const artifacts = await make({ inputs: [source], graph: graphOf(parameters, source), outputs, seconds });
      return { artifacts, units: startedSeconds(seconds) };
    });
  };
}

/** A higher sample rate gives the same picture. */
const RATE_MAX = 44_100;

function graphOf(parameters: Parameters, source: MeasuredSource): readonly Chain[] {
  const { width, height, background } = parameters;
  const sound = {
    seconds: source.seconds,
    channels: parameters.channels === 'split' ? 2 : 1,
    format: 's16',
    rateMax: RATE_MAX,
  } as const;
  const filters = [...held(sound, width), waveOf(parameters)];
  if (background === undefined) return [soundIn(source, { filters, to: 'drawn' })];
  const backdrop = filter('color', { color: colourWord(background), size: `${width}x${height}`, rate: 1, duration: 1 });
  return [
    { from: [], filters: [backdrop], to: ['backdrop'] },
    soundIn(source, { filters, to: 'wave' }),
    { from: ['backdrop', 'wave'], filters: [filter('overlay', { format: 'rgb' })], to: ['drawn'] },
  ];
}

const SCALES: Readonly<Record<Parameters['scale'], string>> = {
  linear: 'lin',
  'square-root': 'sqrt',
  logarithmic: 'log',
};

const waveOf = ({ width, height, channels, scale, color }: Parameters) =>
  filter('showwavespic', {
    size: `${width}x${height}`,
    split_channels: channels === 'split' ? 1 : 0,
    scale: SCALES[scale],
    draw: 'full',
    filter: 'peak',
    colors: [color, color].map(colourWord).join('|'),
  });
