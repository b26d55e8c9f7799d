/** For tests, new for each: webhook endpoints on a receiver of this machine, finished executions, and keepers that deliver. */
import { createExecutionStore } from '@farebox/executions';
import { openProjectFixture, type ProjectFixture } from '@farebox/executions/testing';
import { createLogger } from '@farebox/telemetry';
import { afterEach, beforeEach } from 'vitest';
import { type Send, sendToLoopback } from '../post.ts';
import { createWebhooks, type Webhooks } from '../webhooks.ts';
import { insertEndpoint } from '../store/endpoints.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const ENDED = ['execution.succeeded', 'execution.failed', 'execution.cancelled'];
const FIRST = 'sealed';

/** Secret that opening `sealed` returns, for any value but that of new endpoints. */
export const secretOf = (sealed: string): string => `whsec_${Buffer.from(sealed).toString('base64')}`;
export const SECRET = secretOf('a secret of thirty-two bytes, ok');

interface World {
  fixture: ProjectFixture;
  receiver: Receiver;
  stopping: AbortController;
}

interface Delivery {
  readonly attempts: number;
  readonly delivered: boolean;
  readonly open: boolean;
  readonly status: number | null;
}

export function useWebhooks() {
  const world = {} as World;
  beforeEach(async () => {
    world.fixture = await openProjectFixture();
    world.receiver = await openReceiver();
    world.stopping = new AbortController();
  });
  afterEach(async () => {
    world.stopping.abort();
    await world.receiver[Symbol.asyncDispose]();
    await world.fixture[Symbol.asyncDispose]();
  });
  return {
    world,
    keeper: (send: Send = sendToLoopback) => keeperOf(world, send),
    told: (path: string, to: Partial<Told> = {}) => tellTo(world, path, to),
    ended: (projectId = world.fixture.projectId) => end(world, projectId),
    settled: async (webhooks: Webhooks): Promise<void> => {
      await webhooks.run();
      await webhooks.idle();
    },
    due: () => world.fixture.sql(`UPDATE webhook_delivery SET next_at = instant() WHERE next_at IS NOT NULL`),
    deliveries: () =>
      world.fixture.sql<Delivery>(
        `SELECT attempts, delivered_at IS NOT NULL AS delivered, next_at IS NOT NULL AS open, status_code AS status FROM webhook_delivery ORDER BY execution_id`,
      ),
  };
}

const keeperOf = ({ fixture: { database }, stopping: { signal } }: World, send: Send): Webhooks =>
  createWebhooks({
    database,
    logger: createLogger({ app: 'keeper', level: 'silent' }),
    open: (sealed) => (sealed === FIRST ? SECRET : secretOf(sealed)),
    send,
    signal,
  });

interface Told {
  readonly projectId: string;
  readonly events: readonly string[];
}

async function tellTo({ fixture, receiver }: World, path: string, to: Partial<Told>): Promise<string> {
  const { projectId = fixture.projectId, events = ENDED } = to;
  const endpoint = { projectId, url: `${receiver.url}${path}`, events, sealedSecret: FIRST };
  const made = await fixture.database.transaction((transaction) => insertEndpoint(transaction, endpoint));
  return made!.id;
}

/** Accepts and cancels an execution. */
async function end({ fixture }: World, projectId: string): Promise<string> {
  const id = await fixture.accept({ projectId });
  await createExecutionStore(fixture.database).requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  return id;
}
