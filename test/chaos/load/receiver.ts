/**
 * The webhook server of two customers: it refuses some webhooks at first, closes the connection after others, and logs all of
 * them. Keepers send to public addresses only, so the module in which theirs connects is changed for this, and nothing else.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@farebox/db';
import { createSeal } from '@farebox/storage';
import { openTestDatabase } from '@farebox/testing';
import { insertEndpoint, WEBHOOK_SECRETS } from '@farebox/webhooks';
import type { SourcePatch } from '../defects/patch.ts';
import type { System } from '../system/system.ts';
import type { Customer } from './customers.ts';

export interface Receiver {
  /** Changes to the programs of a system whose keepers must send here. */
  readonly patches: readonly SourcePatch[];
  /** Creates endpoints for these customers. */
  readonly register: (system: System, customers: readonly Customer[]) => Promise<void>;
  /** Resolves when every webhook was accepted, at the latest after the time of a lease and a retry. */
  readonly untilTold: (system: Pick<System, 'sql' | 'machine'>, print: (line: string) => void) => Promise<void>;
  readonly close: () => void;
}

const EVENTS = ['execution.succeeded', 'execution.failed', 'execution.cancelled'];
/** One in so many webhooks is refused at its first attempt, and one gets no response. */
const REFUSED_EVERY = 20;
/** A time limit, counted in time that the machine gave (checker/granted.ts). */
const TOLD_MS_MAX = 100_000;
const POLL_MS = 500;
const PROGRESS_POLLS = 20;
const UNTOLD = `
  SELECT count(*)::integer AS count FROM execution AS e JOIN webhook_endpoint AS w ON w.project_id = e.project_id
  WHERE e.status IN ('succeeded', 'failed', 'cancelled') AND NOT EXISTS (
    SELECT FROM webhook_delivery AS d WHERE d.project_id = e.project_id AND d.execution_id = e.id AND d.delivered_at IS NOT NULL)`;

/** @param directory folder of the run: received webhooks are evidence. */
export async function openReceiver(directory: string): Promise<Receiver> {
  const descriptor = openSync(join(directory, 'webhooks.jsonl'), 'a');
  const write = (line: object): void => void writeSync(descriptor, `${JSON.stringify(line)}\n`);
  const keys = new Map<string, Buffer>();
  const seen = new Set<string>();
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new Date().toISOString();
    const body = await buffer(request);
    const projectId = request.url?.slice(1) ?? '';
    const messageId = String(request.headers['webhook-id']);
    const turn = seen.has(messageId) ? 0 : seen.add(messageId).size % REFUSED_EVERY;
    const isTaken = turn !== 1 && turn !== REFUSED_EVERY / 2;
    const isSigned = request.headers['webhook-signature'] === signatureOf(request, body, keys.get(projectId));
    const signedAt = new Date(Number(request.headers['webhook-timestamp']) * 1000).toISOString();
    write({ at, signedAt, projectId, messageId, isSigned, isTaken, ...stated(body) });
    if (turn === 1) response.destroy();
    else response.writeHead(isTaken ? 204 : 503).end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    patches: [connectTo(port)],
    register: (system, customers) =>
      registerAll(system, customers, (projectId, key) => {
        keys.set(projectId, key);
        write({ projectId });
      }),
    untilTold,
    close() {
      server.close();
      server.closeAllConnections();
      closeSync(descriptor);
    },
  };
}

/** Sends webhooks to the receiver of the run, over plain HTTP. */
export const connectTo = (port: number): SourcePatch => ({
  file: 'packages/webhooks/src/post.ts',
  from: 'request(url, { ...optionsOf(headers, signal), ...publicConnection(resolve) })',
  to: `requestPlain(new URL(new URL(url).pathname, 'http://127.0.0.1:${port}'), optionsOf(headers, signal))`,
});

function signatureOf({ headers }: IncomingMessage, body: Buffer, key: Buffer | undefined): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString()}`;
  return `v1,${createHmac('sha256', key ?? '')
    .update(signed)
    .digest('base64')}`;
}

function stated(body: Buffer): object {
  const { type, timestamp, data } = JSON.parse(body.toString()) as {
    readonly type: string;
    readonly timestamp: string | null;
    readonly data: { readonly id: string; readonly status: string; readonly chargedMicros: number | null };
  };
  const sha256 = createHash('sha256').update(JSON.stringify(data)).digest('hex');
  return { type, endedAt: timestamp, id: data.id, status: data.status, chargedMicros: data.chargedMicros, sha256 };
}

async function registerAll(
  { databaseUrl, secrets }: System,
  customers: readonly Customer[],
  onMade: (projectId: string, key: Buffer) => void,
): Promise<void> {
  const { seal } = createSeal(secrets.urlSecret, WEBHOOK_SECRETS);
  const database = openTestDatabase({ url: databaseUrl, poolMax: 1, applicationName: 'chaos-webhooks' });
  try {
    for (const { projectId } of customers) {
      const key = randomBytes(24);
      const sealedSecret = seal(`whsec_${key.toString('base64')}`);
      await insert(database, { projectId, url: `https://customer.example/${projectId}`, events: EVENTS, sealedSecret });
      onMade(projectId, key);
    }
  } finally {
    await database.close();
  }
}

const insert = (database: Database, endpoint: Parameters<typeof insertEndpoint>[1]) =>
  database.transaction((transaction) => insertEndpoint(transaction, endpoint));

async function untilTold(
  { sql, machine }: Pick<System, 'sql' | 'machine'>,
  print: (line: string) => void,
): Promise<void> {
  const fromMs = Date.now();
  for (let poll = 1; machine.grantedMs(fromMs) < TOLD_MS_MAX; poll++) {
    const { rows } = await sql.query<{ count: number }>(UNTOLD);
    if (rows[0]?.count === 0) return;
    if (poll % PROGRESS_POLLS === 0) print(`  ${rows[0]?.count} ends are not delivered yet`);
    await pause(POLL_MS);
  }
}
