/**
 * Clients that wait for the end after the faults are over: on a slow machine hardly any execution ends during the faults before a
 * waiting client gives up. Twice as many clients as the checker demands.
 */
import { createRandom } from '../random.ts';
import { drive, type Load, type Tally } from './drive.ts';
import { KINDS } from './kinds.ts';

const AT_ONCE = KINDS.filter(({ name }) => name === 'at once');
const RATE = 5;
/** Shorter than the time limit of a response in this suite. */
const WAIT_SECONDS = 12;

interface Asking extends Pick<Load, 'system' | 'customers' | 'diary' | 'signal'> {
  readonly seed: number;
  /** Number of responses that are needed. */
  readonly waits: number;
  /** Number of the first job, so that no key is used twice. */
  readonly first: number;
}

export async function waitForEnds({ seed, waits, ...load }: Asking, tally: Tally): Promise<void> {
  const random = createRandom(seed, 'patient');
  const patient = { polite: true, kinds: AT_ONCE, always: { waitSeconds: WAIT_SECONDS } };
  await drive({ ...load, ...patient, random, rate: RATE, executions: waits * 2 }, tally);
}
