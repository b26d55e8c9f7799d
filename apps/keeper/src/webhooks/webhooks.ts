/**
 * Tells endpoints of projects of the ends of their executions: what a poll answers, signed. Far from money: it reads what is committed, and a receiver that
 * is slow or away keeps neither an execution nor another receiver waiting.
 */
import type { Database } from '@tollgate/db';
import {
  type AttemptOutcome,
  claimDeliveries,
  type ClaimedDelivery,
  createExecutionStore,
  findEnds,
  forgetWebhooks,
  projectsWithWebhooks,
} from '@tollgate/executions';
import type { Send } from './post.ts';
import { type Recording, record } from './record.ts';
import { signatureHeaders } from './signature.ts';

/** Under way at once, of one keeper; a receiver has as many for itself. */
const UNDER_WAY_MAX = 64;
const PER_ENDPOINT_MAX = 4;
/** Of one project in one run, 500 transfers each. */
const BATCHES_MAX = 20;
/** After the first attempt, the second, …: 28 hours in all. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200] as const;
const ERROR_MAX = 200;
const GONE = 410;

export interface WebhookNeeds extends Recording {
  /** Answers the secret; null: it was not sealed here. */
  readonly open: (sealed: string) => string | null;
  readonly send: Send;
  readonly signal: AbortSignal;
}

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

  const begin = (claimed: ClaimedDelivery): void => {
    const attempt = deliver(claimed)
      .catch(() => {}) // its lease ends, and it is tried again
      .finally(() => underWay.delete(attempt));
    underWay.set(attempt, claimed.endpointId);
  };

  async function deliver(claimed: ClaimedDelivery): Promise<void> {
    const outcome = await attempted(claimed);
    if (!signal.aborted || outcome.error === null) await record(needs, claimed, outcome);
  }

  async function attempted(claimed: ClaimedDelivery): Promise<AttemptOutcome> {
    const { projectId, executionId, event, url, sealedSecrets, attemptOfRound } = claimed;
    const retrySeconds = pauseAfter(attemptOfRound);
    const secrets = sealedSecrets.map(needs.open).filter((secret) => secret !== null);
    const data = await executions.get(projectId, executionId);
    if (secrets.length === 0 || data === null)
      return { statusCode: null, error: 'cannot be signed or read', retrySeconds };
    const body = JSON.stringify({ type: event, timestamp: data.finishedAt, data });
    const message = { id: messageId(claimed), seconds: Math.floor(Date.now() / 1000), body };
    try {
      const statusCode = await needs.send({ url, headers: signatureHeaders(secrets, message), body, signal });
      if (statusCode >= 200 && statusCode < 300) return { statusCode, error: null, retrySeconds: null };
      return { statusCode, error: `answered ${statusCode}`, retrySeconds: statusCode === GONE ? null : retrySeconds };
    } catch (error) {
      return { statusCode: null, error: shortOf(error), retrySeconds };
    }
  }

  return {
    async run() {
      let made = 0;
      await forgetWebhooks(database);
      for (const projectId of await projectsWithWebhooks(database)) made += await findAll(database, projectId);
      const counts = Map.groupBy(underWay.values(), (endpointId) => endpointId);
      const busy = [...counts].filter(([, each]) => each.length >= PER_ENDPOINT_MAX).map(([endpointId]) => endpointId);
      const limit = UNDER_WAY_MAX - underWay.size;
      const claimed = limit > 0 ? await claimDeliveries(database, { limit, perEndpoint: PER_ENDPOINT_MAX, busy }) : [];
      claimed.forEach(begin);
      return made + claimed.length;
    },
    idle: async () => void (await Promise.all(underWay.keys())),
  };
}

async function findAll(database: Database, projectId: string): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const made = await findEnds(database, projectId);
    total += made;
    if (made === 0) break;
  }
  return total;
}

/** The same for every attempt, so that a receiver can tell that it has it already. */
const messageId = ({ endpointId, executionId }: ClaimedDelivery): string =>
  `msg_${endpointId.split('_')[1]}${executionId.split('_')[1]}`;

/** Null: that was the last one. Up to a tenth longer, so that what failed together does not come back together. */
function pauseAfter(attempt: number): number | null {
  const seconds = PAUSES_SECONDS[attempt - 1];
  return seconds === undefined ? null : Math.ceil(seconds * (1 + Math.random() / 10));
}

/** Of no response anything: what is told of a network must not be what stands in it. */
const shortOf = (error: unknown): string =>
  (error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'failed').slice(0, ERROR_MAX);
