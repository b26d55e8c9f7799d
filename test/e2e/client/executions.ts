/** Steps of the main job: a request promises the amount of its quote, and an accepted execution is polled until it ends. */
import { expect, vi } from 'vitest';
import type { Client } from './connect.ts';
import type { Execution, ExecutionRequest, Quote } from './wire.ts';

const END_TIMEOUT_MS = 45_000;
/** Half the rate that the limit of one key allows. */
const POLL_MS = 1000;
const TERMINAL = ['succeeded', 'failed', 'cancelled'];

export async function quoted(client: Client, tool: string, args: object): Promise<ExecutionRequest> {
  const { priceVersion, maximumChargeMicros } = (await client.post<Quote>('/tools/quote', { tool, arguments: args }))
    .data;
  return { tool, arguments: args, priceVersion, maximumChargeMicros };
}

export const execute = (client: Client, request: ExecutionRequest, idempotencyKey: string) =>
  client.post<Execution>(`/tools/${request.tool}`, request, idempotencyKey);

export async function readExecution(client: Client, id: string): Promise<Execution> {
  return (await client.get<Execution>(`/tools/executions/${id}`)).data;
}

/** Resolves with the execution once it is terminal, in any status. */
export function settled(client: Client, id: string): Promise<Execution> {
  return vi.waitFor(
    async () => {
      const execution = await readExecution(client, id);
      expect(TERMINAL).toContain(execution.status);
      return execution;
    },
    { timeout: END_TIMEOUT_MS, interval: POLL_MS },
  );
}
