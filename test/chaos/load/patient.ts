/**
 * Clients after the faults are over. On a slow machine hardly any execution ends during the faults before a waiting client gives
 * up, and on a fast one few are still running when their cancel arrives. Twice as many clients as the checker demands.
 */
import { createRandom } from '../random.ts';
import { drive, type Load, type Tally } from './drive.ts';
import { KINDS } from './kinds.ts';
import { isRich } from './plan.ts';

const AT_ONCE = KINDS.filter(({ name }) => name === 'at once');
const RATE = 5;
/** Shorter than the time limit of a response in this suite. */
const WAIT_SECONDS = 12;

interface Asking extends Pick<Load, 'system' | 'customers' | 'diary' | 'signal'> {
  readonly seed: number;
  /** Number of responses to waiting clients that are needed. */
  readonly waits: number;
  /** Number of cancels of running executions that are needed. */
  readonly running: number;
  /** Number of the first job, so that no key is used twice. */
  readonly first: number;
}

export async function askCalmly({ seed, waits, running, first, ...load }: Asking, tally: Tally): Promise<void> {
  const by = load.customers.find(isRich);
  const calm = { ...load, random: createRandom(seed, 'patient'), polite: true, kinds: AT_ONCE, rate: RATE };
  const waiting = { ...calm, first, executions: waits * 2, always: { waitSeconds: WAIT_SECONDS } };
  const cancelling = {
    ...calm,
    first: first + waiting.executions,
    executions: running * 2,
    always: { cancels: by === undefined ? null : ({ by, state: 'running' } as const) },
  };
  await Promise.all([drive(waiting, tally), drive(cancelling, tally)]);
}
