/** Cuts and fades of audio, as filters. Times are seconds from the first sample. */
import { type Filter, filter } from './filters.ts';

/** Moves the first sample to time zero, whatever time the file declares. */
export const FROM_ZERO = filter('asetpts', { expr: 'PTS-STARTPTS' });

/** The part between two times, exact to the sample. */
export const part = (start: number, end: number): readonly [Filter, Filter] => [
  filter('atrim', { start, end }),
  FROM_ZERO,
];

interface Fades {
  /** Duration of the audio. */
  readonly seconds: number;
  readonly fadeInSeconds: number;
  readonly fadeOutSeconds: number;
}

export function faded({ seconds, fadeInSeconds, fadeOutSeconds }: Fades): readonly Filter[] {
  const start = Math.max(0, seconds - fadeOutSeconds);
  return [
    ...(fadeInSeconds > 0 ? [filter('afade', { type: 'in', start_time: 0, duration: fadeInSeconds })] : []),
    ...(fadeOutSeconds > 0 ? [filter('afade', { type: 'out', start_time: start, duration: fadeOutSeconds })] : []),
  ];
}
