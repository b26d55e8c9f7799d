/** A client of the gateways: one that buys, and one that a load balancer sends only to gateways that are ready. */
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 500;
const END_TIMEOUT_MS = 240_000;

export interface Execution {
  readonly id: string;
  readonly status: string;
  readonly chargedMicros: number | null;
  readonly error?: unknown;
  readonly output: { readonly artifacts: readonly { readonly id: string }[] } | null;
}

interface Call {
  readonly path: string;
  readonly key: string;
  readonly body?: object;
  readonly once?: string;
}

export async function ask<T>(base: string, { path, key, body, once }: Call): Promise<T> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(once === undefined ? {} : { 'idempotency-key': once }),
  };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${base}${path}`, { headers, ...sent });
  const { data, error } = (await response.json()) as { data: T; error?: { message: string } };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${error?.message}`);
  return data;
}

interface Purchase {
  readonly key: string;
  readonly tool: string;
  readonly args: object;
  /** Default: one purchase of the tool. */
  readonly once?: string;
}

/** Executes at the first gateway and polls at the second until the end. */
export async function buy(
  [first = '', second = first]: readonly string[],
  { key, tool, args, once = `stack-${tool}` }: Purchase,
): Promise<Execution> {
  const request = { tool, arguments: args };
  const quote = await ask<{ priceVersion: string; maximumChargeMicros: number }>(first, {
    path: '/tools/quote',
    key,
    body: request,
  });
  const body = { ...request, priceVersion: quote.priceVersion, maximumChargeMicros: quote.maximumChargeMicros };
  const { id } = await ask<Execution>(first, { path: `/tools/${tool}`, key, body, once });
  const limit = AbortSignal.timeout(END_TIMEOUT_MS);
  for (;;) {
    const execution = await ask<Execution>(second, { path: `/tools/executions/${id}`, key });
    if (!['queued', 'running'].includes(execution.status)) return execution;
    limit.throwIfAborted();
    await pause(POLL_MS);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
    : String(error);

const PROBE_MS = 500;
const REQUEST_PAUSE_MS = 25;

export interface Balanced {
  /** Ends the requests. Returns how many were answered, and what went wrong. */
  readonly stop: () => Promise<{
    readonly answered: number;
    readonly failures: readonly string[];
    readonly ports: ReadonlySet<string>;
  }>;
}

/** Sends one request after the other to gateways whose /readyz answers 200, as a load balancer would. */
export function startBalanced(bases: readonly string[], key: string): Balanced {
  const stopping = new AbortController();
  let ready: readonly string[] = [];
  const ports = new Set<string>();
  const failures: string[] = [];
  let answered = 0;
  const isReady = async (base: string): Promise<boolean> =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const probe = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const states = await Promise.all(bases.map(isReady));
      ready = bases.filter((_, index) => states[index]);
      await pause(PROBE_MS);
    }
  };
  const request = async (): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const base = ready[turn % Math.max(ready.length, 1)];
      await pause(REQUEST_PAUSE_MS);
      if (base === undefined) continue;
      try {
        await ask(base, { path: '/tools/usage', key });
        answered += 1;
        ports.add(base);
      } catch (error) {
        failures.push(`${base}: ${reasonOf(error)}`);
      }
    }
  };
  const running = Promise.all([probe(), request()]);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      return { answered, failures, ports };
    },
  };
}
