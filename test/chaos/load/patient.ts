/**
 * Clients that wait for the end once nothing is in its way: on a slow machine hardly anything ends while the faults strike, before whoever waits for it gives
 * up. As many as the checker must see, and as many again.
 */
import { createRandom } from '../random.ts';
import { drive, type Load, type Tally } from './drive.ts';
import { KINDS } from './kinds.ts';

const AT_ONCE = KINDS.filter(({ name }) => name === 'at once');
const RATE = 5;
/** Shorter than a client of the suite waits for any response. */
const WAIT_SECONDS = 12;

interface Asking extends Pick<Load, 'system' | 'customers' | 'diary' | 'signal'> {
  readonly seed: number;
  /** Responses that are needed. */
  readonly waits: number;
  /** Jobs are numbered from here: no key is used twice. */
  readonly first: number;
}

export async function waitForEnds({ seed, waits, ...load }: Asking, tally: Tally): Promise<void> {
  const random = createRandom(seed, 'patient');
  const patient = { polite: true, kinds: AT_ONCE, always: { waitSeconds: WAIT_SECONDS } };
  await drive({ ...load, ...patient, random, rate: RATE, executions: waits * 2 }, tally);
}
