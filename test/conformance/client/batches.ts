/** Helpers for batches: quote, send, wait for all ends. */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Client, type Reply } from './connect.ts';
import { newIdempotencyKey } from './executions.ts';
import type { WideIdentities } from './identities.ts';
import type { Batch, BatchRequest, Execution } from './wire.ts';

const WAIT_MS = 90_000;

/** A request that the gateway has no reason to refuse. */
export async function quotedBatch(client: Client, tool: string, inputs: readonly object[]): Promise<BatchRequest> {
  const items = inputs.map((input) => ({ arguments: { ...input } }));
  const { data } = await client.post<BatchRequest>('/tools/batches/quote', { tool, items });
  return { tool, items, priceVersion: data.priceVersion, maximumChargeMicros: data.maximumChargeMicros };
}

export const sendBatch = (
  client: Client,
  request: BatchRequest,
  idempotencyKey: string = newIdempotencyKey(),
): Promise<Reply<Batch>> => client.post<Batch>('/tools/batches', request, { 'Idempotency-Key': idempotencyKey });

/** Polls with several keys of the project, so that waiting does not use up the rate limit of one key. */
export async function endOfBatch(keys: WideIdentities, id: string): Promise<Batch> {
  const readers = [keys.keysByScope['executions:read'], keys.key2, keys.keyAdmin];
  const deadline = Date.now() + WAIT_MS;
  for (let attempt = 0; Date.now() < deadline; attempt++) {
    const key = readers[attempt % readers.length] as string;
    const { data } = await connect(key, attempt).get<Batch>(`/tools/batches/${id}`);
    if (data.finishedAt !== null) return data;
    await pause(Math.min(100 * 1.4 ** attempt, 1500));
  }
  throw new Error(`batch ${id} did not end within ${WAIT_MS / 1000} s`);
}

export interface Line {
  readonly index: number;
  readonly execution: Execution;
}

export const linesOf = ({ text }: Reply): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
