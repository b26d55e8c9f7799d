/**
 * Tells endpoints of projects of the ends of their executions: what a poll answers, signed. Far from money: it reads what is committed, and a receiver that
 * is slow or away keeps neither an execution nor another receiver waiting.
 */
import type { Database } from '@farebox/db';
import { createExecutionStore } from '@farebox/executions';
import { createSemaphore } from '@farebox/kernel';
import { attempt, type AttemptNeeds } from './attempt.ts';
import { type Recording, record } from './record.ts';
import {
  claimDeliveries,
  type ClaimedDelivery,
  findEnds,
  forgetWebhooks,
  projectsWithWebhooks,
} from './store/deliveries.ts';

/** Under way at once, of one keeper, and of these of one endpoint. */
const UNDER_WAY_MAX = 64;
const PER_ENDPOINT_MAX = 4;
/** Of one project in one run, 500 transfers each. */
const BATCHES_MAX = 20;

export type WebhookNeeds = Recording & Omit<AttemptNeeds, 'executions'>;

export interface Webhooks {
  /** Finds what has ended, and begins to tell it. Answers how many deliveries it made and began. */
  readonly run: () => Promise<number>;
  /** Resolves once no attempt is under way. */
  readonly idle: () => Promise<void>;
}

export function createWebhooks(needs: WebhookNeeds): Webhooks {
  const { database, signal } = needs;
  const executions = createExecutionStore(database);
  const underWay = new Map<Promise<void>, string>();
  const turn = createSemaphore({ places: 1 });
  /** Endpoints that may have more to be told than they have places: the next is told as soon as one was taken, and not a second later. */
  const crowded = new Set<string>();

  /** Begins what is due, of one endpoint or of all, and answers how many. */
  async function claim(only?: string): Promise<number> {
    const leave = await turn.take(); // so that what is under way is counted right
    try {
      const busy = countBy(underWay.values());
      const limit = UNDER_WAY_MAX - underWay.size;
      if (signal.aborted || limit <= 0 || isFull(busy.get(only ?? ''))) return 0;
      const claimed = await claimDeliveries(database, { limit, perEndpoint: PER_ENDPOINT_MAX, busy, only });
      claimed.forEach(begin);
      const given = countBy(claimed.map(({ endpointId }) => endpointId));
      for (const id of only === undefined ? [...busy.keys(), ...given.keys()] : [only])
        if (isFull((busy.get(id) ?? 0) + (given.get(id) ?? 0))) crowded.add(id);
        else crowded.delete(id);
      return claimed.length;
    } finally {
      leave?.();
    }
  }

  const begin = (claimed: ClaimedDelivery): void => {
    const { endpointId } = claimed;
    const telling = deliver(claimed)
      .catch(() => false) // its lease ends, and it is tried again
      .then((isTaken) => {
        underWay.delete(telling);
        const hasRoom = underWay.size < UNDER_WAY_MAX / 2; // else whoever has fewer under way comes first
        if (isTaken && hasRoom && crowded.has(endpointId)) void claim(endpointId).catch(() => {});
      });
    underWay.set(telling, endpointId);
  };

  /** Answers whether it was taken. */
  async function deliver(claimed: ClaimedDelivery): Promise<boolean> {
    const outcome = await attempt(claimed, { ...needs, executions });
    if (!signal.aborted || outcome.error === null) await record(needs, claimed, outcome);
    return outcome.error === null;
  }

  return {
    async run() {
      let made = 0;
      await forgetWebhooks(database);
      for (const projectId of await projectsWithWebhooks(database)) made += await findAll(database, projectId);
      return made + (await claim());
    },
    idle: async () => {
      // What is being claimed is begun before the turn is free.
      for (; underWay.size > 0; (await turn.take())?.()) await Promise.all(underWay.keys());
    },
  };
}

const countBy = (ids: Iterable<string>): Map<string, number> =>
  new Map([...Map.groupBy(ids, (id) => id)].map(([id, each]) => [id, each.length]));

const isFull = (count = 0): boolean => count >= PER_ENDPOINT_MAX;

async function findAll(database: Database, projectId: string): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const made = await findEnds(database, projectId);
    total += made;
    if (made === 0) break;
  }
  return total;
}
