/** Helpers for the main job: quote, execute, wait for the end. Each step asserts only that it was not refused. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import { connect, type Reply, type Client } from './connect.ts';
import type { WideIdentities } from './identities.ts';
import { TERMINAL, type Execution, type ExecutionRequest, type Quote } from './wire.ts';

const WAIT_MS = 270_000; // below the limit of a test, for a starved machine

export const newIdempotencyKey = (): string => `conf-${randomUUID()}`;

export async function quote(client: Client, tool: string, args: object): Promise<Quote> {
  const reply = await client.post<Quote>('/tools/quote', { tool, arguments: args });
  return reply.data;
}

/** A request that the gateway has no reason to refuse. */
export async function quoted(client: Client, tool: string, args: object): Promise<ExecutionRequest> {
  const { priceVersion, maximumChargeMicros } = await quote(client, tool, args);
  return { tool, arguments: { ...args }, priceVersion, maximumChargeMicros };
}

export function execute(
  client: Client,
  request: ExecutionRequest,
  idempotencyKey: string = newIdempotencyKey(),
): Promise<Reply<Execution>> {
  return client.post<Execution>(`/tools/${request.tool}`, request, { 'Idempotency-Key': idempotencyKey });
}

/** Quotes and starts. Returns the execution as it was accepted. */
export async function accepted(client: Client, tool: string, args: object): Promise<Execution> {
  const reply = await execute(client, await quoted(client, tool, args));
  expect(reply.outcome).toBe('202');
  return reply.data;
}

/** Polls with growing pauses and with several keys of the project, so that waiting does not use up the rate limit of one key. */
export async function settled(keys: WideIdentities, id: string): Promise<Execution> {
  return until(keys, id, ({ status }) => TERMINAL.includes(status));
}

export async function until(
  keys: WideIdentities,
  id: string,
  done: (execution: Execution) => boolean,
): Promise<Execution> {
  return poll([keys.keysByScope['executions:read'], keys.key2, keys.keyAdmin, keys.keyViewer], id, done);
}

/** Waits for the end of an execution in a project with only one key. */
export const endOf = (key: string, id: string): Promise<Execution> =>
  poll([key], id, ({ status }) => TERMINAL.includes(status));

async function poll(
  readers: readonly string[],
  id: string,
  done: (execution: Execution) => boolean,
): Promise<Execution> {
  const deadline = Date.now() + WAIT_MS;
  for (let attempt = 0; Date.now() < deadline; attempt++) {
    const reply = await connect(readers[attempt % readers.length] as string, attempt).get<Execution>(
      `/tools/executions/${id}`,
    );
    if (reply.status === 200 && done(reply.data)) return reply.data;
    await pause(Math.min(100 * 1.4 ** attempt, 1500));
  }
  throw new Error(`execution ${id} did not come to the expected state within ${WAIT_MS / 1000} s`);
}

/** Starts and waits for the end. */
export async function completed(keys: WideIdentities, tool: string, args: object): Promise<Execution> {
  const { id } = await accepted(connect(keys.key), tool, args);
  return settled(keys, id);
}

/** The rehearsal tool does slow and failing work on request; without it, its tests are skipped. */
export const withoutRehearsal = (): boolean => !inject('rehearsal');
