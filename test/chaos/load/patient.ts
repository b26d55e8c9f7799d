/**
 * Clients after the faults are over: they ask for what the checker demands, and what luck or the speed of the machine may have
 * prevented before. On a slow machine hardly any execution ends during the faults before a waiting client gives up, faults keep the
 * runner of own tools from some of its behaviours, and on a fast one prices and versions change before a batch of a template is sold.
 */
import { readFileSync } from 'node:fs';
import type { Said } from '../checker/evidence.ts';
import { exchangesOf } from '../checker/exchanges.ts';
import { isTemplate } from '../checker/forms.ts';
import { createRandom } from '../random.ts';
import { drive, type Load, type Tally } from './drive.ts';
import { KINDS, TEMPLATE } from './kinds.ts';
import { playing } from './own-kinds.ts';
import { isRich } from './plan.ts';
import type { RunBehaviour } from '../checker/run-behaviours.ts';

const AT_ONCE = KINDS.filter(({ name }) => name === 'at once');
const RATE = 5;
/** As many as are demanded, and as many again. */
const SPARE = 2;
/** Shorter than the time limit of a response in this suite. */
const WAIT_SECONDS = 12;

interface Asking extends Pick<Load, 'system' | 'customers' | 'diary' | 'signal'> {
  readonly seed: number;
  /** Number of responses to waiting clients that are needed. */
  readonly waits: number;
  /** Behaviours of the runner that were played too rarely, and the number of times that are needed. */
  readonly seldom: readonly RunBehaviour[];
  readonly each: number;
  /** Batches of a template that are to be bought. */
  readonly templates: number;
  /** Number of the first job, so that no key is used twice. */
  readonly first: number;
}

export async function askCalmly({ seed, first, ...asking }: Asking, tally: Tally): Promise<void> {
  const { waits, seldom, each, templates, ...load } = asking;
  const customers = load.customers.filter(isRich);
  const calm = { ...load, random: createRandom(seed, 'patient'), polite: true, kinds: AT_ONCE, rate: RATE };
  const loads: readonly Omit<Load, 'first'>[] = [
    { ...calm, executions: waits * SPARE, always: { waitSeconds: WAIT_SECONDS } },
    { ...calm, customers, executions: templates * SPARE, kinds: [TEMPLATE], always: { beside: 'batch' } },
    ...seldom.map((behaviour) => ({ ...calm, customers, kinds: [playing(behaviour)], executions: each * SPARE })),
  ];
  let next = first;
  const numbered = loads.map((one) => ({ ...one, first: (next += one.executions) - one.executions }));
  await Promise.all(numbered.map((one) => drive(one, tally)));
}

/** How many items of batches of a template were accepted, by the log of the clients so far. */
export function templatesInBatches(log: string): number {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const accepted = new Map(
    exchangesOf(lines.map((line) => JSON.parse(line) as Said)).flatMap(
      ({ act, projectId, idempotencyKey, asked, reply }) =>
        act === 'batch' && reply.status === 202 && isTemplate(asked.sent?.tool ?? '')
          ? [[`${projectId} ${idempotencyKey}`, asked.sent?.items?.length ?? 0]]
          : [],
    ),
  );
  return [...accepted.values()].reduce((sum, items) => sum + items, 0);
}
