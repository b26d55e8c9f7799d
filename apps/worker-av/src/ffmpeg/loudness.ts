/** Loudness by EBU R128: what brings a sound to one. */
import { type Filter, filter } from './filters.ts';
import { loudnessIn } from './heard.ts';

export interface Target {
  /** Integrated. */
  readonly lufs: number;
  /** True peak, in decibels of full scale. */
  readonly peakDb: number;
}
type Loudness = Target;

/** What the meter told of a sound. Null for silence, and below 0.4 s. */
export function heardIn(log: string): Loudness | null {
  const { integratedLufs = null, truePeakDbtp = null } = loudnessIn(log) ?? {};
  return integratedLufs === null || truePeakDbtp === null ? null : { lufs: integratedLufs, peakDb: truePeakDbtp };
}

/** What is told has one digit. */
const NEAR = 0.1;
const ATTEMPTS = 4;
/** More than this a limiter is not asked to take away. */
const LIMITED_DB_MAX = 20;
/** The lowest that it can hold. */
const LIMIT_DB_MIN = -24;

interface Levelled {
  readonly filters: readonly Filter[];
  readonly after: Loudness;
}

/** @param listen to the sound through these filters. */
export async function levelled(
  before: Loudness,
  target: Target,
  listen: (filters: readonly Filter[]) => Promise<Loudness | null>,
): Promise<Levelled> {
  const gainDb = target.lufs - before.lufs;
  if (before.peakDb + gainDb <= target.peakDb) return gained(before, gainDb);
  let [tried, limitDb] = [gainDb, target.peakDb];
  // As loud as it gets without a limiter: no peak is too high, whatever comes of the attempts.
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

/** One gain moves loudness and peaks alike. */
const gained = ({ lufs, peakDb }: Loudness, gainDb: number): Levelled => ({
  filters: [volume(gainDb)],
  after: { lufs: lufs + gainDb, peakDb: peakDb + gainDb },
});

const factor = (decibels: number): number => 10 ** (decibels / 20);
const volume = (gainDb: number): Filter => filter('volume', { volume: factor(gainDb), precision: 'float' });
const limiter = (limitDb: number): Filter => filter('alimiter', { limit: factor(limitDb), level: 0, latency: 1 });
