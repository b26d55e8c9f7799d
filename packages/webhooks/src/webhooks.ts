/**
 * Delivers the ends of executions to webhook endpoints: the response of a poll, signed. It cannot affect money: it reads
 * committed rows only, and a slow or unreachable receiver delays neither executions nor other receivers.
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

/** Attempts in progress of one keeper, and the part of them for one endpoint. */
const UNDER_WAY_MAX = 64;
const PER_ENDPOINT_MAX = 4;
/** Maximum of batches per project and run, 500 transfers each. */
const BATCHES_MAX = 20;

export type WebhookNeeds = Recording & Omit<AttemptNeeds, 'executions'>;

export interface Webhooks {
  /** Finds finished executions and starts deliveries. Returns the number of created and started deliveries. */
  readonly run: () => Promise<number>;
  /** Resolves once no attempt is in progress. */
  readonly idle: () => Promise<void>;
}

export function createWebhooks(needs: WebhookNeeds): Webhooks {
  const { database, signal } = needs;
  const executions = createExecutionStore(database);
  const underWay = new Map<Promise<void>, string>();
  const turn = createSemaphore({ slots: 1 });
  /**
   * Endpoints that may have more due deliveries than free slots: after a success their next delivery starts at once, not
   * with the next run.
   */
  const crowded = new Set<string>();

  /** Starts due deliveries, of one endpoint or of all, and returns their number. */
  async function claim(only?: string): Promise<number> {
    const leave = await turn.take(); // keeps the count of attempts in progress exact
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
      .catch(() => false) // the delivery is retried when its lease ends
      .then((isTaken) => {
        underWay.delete(telling);
        const hasRoom = underWay.size < UNDER_WAY_MAX / 2; // otherwise endpoints with fewer attempts take precedence
        if (isTaken && hasRoom && crowded.has(endpointId)) void claim(endpointId).catch(() => {});
      });
    underWay.set(telling, endpointId);
  };

  /** Returns true if the receiver accepted it. */
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
      // Deliveries that are being claimed are started before the turn is released.
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
