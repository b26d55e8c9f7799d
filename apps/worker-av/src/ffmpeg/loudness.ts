/** Loudness by EBU R128: finds the filters that bring audio to a target. */
import { type Filter, filter } from './filters.ts';
import { loudnessIn } from './heard.ts';

export interface Target {
  /** Integrated loudness. */
  readonly lufs: number;
  /** True peak, in decibels of full scale. */
  readonly peakDb: number;
}
type Loudness = Target;

/** The loudness that the meter reported. Null for silence, and for audio below 0.4 s. */
export function heardIn(log: string): Loudness | null {
  const { integratedLufs = null, truePeakDbtp = null } = loudnessIn(log) ?? {};
  return integratedLufs === null || truePeakDbtp === null ? null : { lufs: integratedLufs, peakDb: truePeakDbtp };
}

/** The meter reports one decimal. */
const NEAR = 0.1;
const ATTEMPTS = 4;
/** The most that the limiter should reduce a peak, in decibels. */
const LIMITED_DB_MAX = 20;
/** The lowest limit that the filter supports. */
const LIMIT_DB_MIN = -24;

interface Levelled {
  readonly filters: readonly Filter[];
  readonly after: Loudness;
}

/** @param listen measures the audio after these filters. */
export async function levelled(
  before: Loudness,
  target: Target,
  listen: (filters: readonly Filter[]) => Promise<Loudness | null>,
): Promise<Levelled> {
  const gainDb = target.lufs - before.lufs;
  if (before.peakDb + gainDb <= target.peakDb) return gained(before, gainDb);
  let [tried, limitDb] = [gainDb, target.peakDb];
  // The loudest result without a limiter. Its peaks are within the target, whatever the attempts give.
  let best = gained(before, target.peakDb - before.peakDb);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const filters = [volume(tried), limiter(limitDb)];
    const after = await listen(filters);
    if (after === null) break;
    const [missing, excess] = [target.lufs - after.lufs, after.peakDb - target.peakDb];
    if (excess <= NEAR && Math.abs(missing) <= Math.abs(target.lufs - best.after.lufs)) best = { filters, after };
    if (excess <= NEAR && Math.abs(missing) <= NEAR) break;
    tried = Math.min(gainDb + LIMITED_DB_MAX, tried + missing);
    limitDb = Math.max(LIMIT_DB_MIN, limitDb - Math.max(0, excess));
  }
  return best;
}

/** A gain changes loudness and peak by the same amount. */
const gained = ({ lufs, peakDb }: Loudness, gainDb: number): Levelled => ({
  filters: [volume(gainDb)],
  after: { lufs: lufs + gainDb, peakDb: peakDb + gainDb },
});

const factor = (decibels: number): number => 10 ** (decibels / 20);
const volume = (gainDb: number): Filter => filter('volume', { volume: factor(gainDb), precision: 'float' });
const limiter = (limitDb: number): Filter => filter('alimiter', { limit: factor(limitDb), level: 0, latency: 1 });
