/** The smallest scenarios for what happens beside executions: operators who give money, and cancels in one state. */
import { drive, newTally, type Load } from '../load/drive.ts';
import { KINDS } from '../load/kinds.ts';
import { openOffice, operate } from '../load/operators.ts';
import type { CancelledIn } from '../load/plan.ts';
import { finishSending } from '../parts/settle.ts';
import { createRandom } from '../random.ts';
import type { Scenario, Stage } from './scenarios.ts';

const RATE = 20;
const SENDING_MS_MAX = 40_000;
const AT_ONCE = KINDS.filter(({ name }) => name === 'at once');
/** Each kind of act once. */
const ACTS = 9;

interface Amount extends Pick<Load, 'always'> {
  readonly executions: number;
  readonly acts?: number;
}

async function send({ system, customers, diary, seed, directory }: Stage, amount: Amount): Promise<void> {
  const { executions, acts = 0, always } = amount;
  const tally = newTally();
  const resending = new AbortController();
  const { signal } = resending;
  const each = { waitSeconds: null, ...always };
  const random = createRandom(seed, 'load');
  const load = { system, customers, diary, random, rate: RATE, kinds: AT_ONCE, executions, polite: true, signal };
  const office = await openOffice({ system, tally, directory, executions, acts });
  const work = Promise.all([drive({ ...load, always: each }, tally), operate(office, signal)]);
  await finishSending(system, { work, resending, ms: SENDING_MS_MAX });
  office.close();
}

/** Customers work, and operators give and take beside them. */
export const give: Scenario = (stage) => send(stage, { executions: 40, acts: ACTS });

/** A customer who can pay cancels executions that are in this state. */
export const cancelsIn =
  (state: CancelledIn): Scenario =>
  (stage) => {
    const by = stage.customers.at(-1);
    return by === undefined ? Promise.resolve() : send(stage, { executions: 3, always: { cancels: { by, state } } });
  };
