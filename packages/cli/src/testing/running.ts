/** Runs a complete system on a data folder for a test that uses its demo key and pays with it. Used by tests only. */
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { start } from '../start.ts';
import { startEnvironment } from './environment.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const POLL_MS = 500;
/** A test may send requests as fast as the machine responds. */
const UNLIMITED = { FAREBOX_RATE_LIMIT_PER_MINUTE: '1000000' };
const REHEARSAL = { tool: 'rehearsal', arguments: { artifactBytes: 5000 } };

export interface Execution {
  readonly id: string;
  readonly status: string;
  readonly chargedMicros: number | null;
  readonly output: { readonly artifacts: readonly { readonly id: string; readonly sha256: string }[] };
}

interface Quote {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}

export type Ask = <T>(path: string, body?: object) => Promise<{ status: number; data: T }>;

interface RunningOptions {
  /** Settings of servers to use instead of the embedded ones. */
  readonly env?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** Runs a complete system on a folder while `meanwhile` runs. */
export async function running<T>(
  dataDirectory: string,
  meanwhile: (ask: Ask, key: string) => Promise<T>,
  { env = {}, idempotencyKey = 'before-the-backup' }: RunningOptions = {},
): Promise<T> {
  const stopping = new AbortController();
  let result: Promise<T> | undefined;
  const say = (line: string): void => {
    const [base, key] = ['BASE', 'KEY'].map((name) => new RegExp(`^${name}=(.*)$`, 'm').exec(line)?.[1]);
    if (base === undefined || key === undefined) return;
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    };
    const ask: Ask = async <D>(path: string, body?: object) => {
      const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${base}${path}`, init);
      const { data, error } = (await response.json()) as { data?: D; error?: object };
      if (data === undefined) throw new Error(`${path}: ${response.status} ${JSON.stringify(error)}`);
      return { status: response.status, data };
    };
    result = meanwhile(ask, key).finally(() => stopping.abort());
    result.catch(() => {}); // reported after the system has stopped
  };
  const options = { dataDirectory, host: '127.0.0.1', port: await freePort() };
  const scriptOf = (name: string): string =>
    join(ROOT, name === 'simulator' ? 'packages' : 'apps', name, 'src/main.ts');
  const environment = { ...startEnvironment, FAREBOX_REHEARSAL: 'true', ...UNLIMITED, ...env };
  await start(options, { env: environment, say, stop: stopping.signal, scriptOf });
  return await result!;
}

/** Quotes and sends the rehearsal tool: a new request, or the replay of the same idempotency key. */
export async function executed(ask: Ask): Promise<{ status: number; data: Execution }> {
  const { data: quote } = await ask<Quote>('/tools/quote', REHEARSAL);
  const { priceVersion, maximumChargeMicros } = quote;
  return await ask<Execution>('/tools/rehearsal', { ...REHEARSAL, priceVersion, maximumChargeMicros });
}

export async function paidFor(ask: Ask): Promise<Execution> {
  return await ended(ask, (await executed(ask)).data.id);
}

/** Waits until the execution has ended; the test's timeout bounds the wait. */
export async function ended(ask: Ask, id: string): Promise<Execution> {
  for (;;) {
    const { data: now } = await ask<Execution>(`/tools/executions/${id}`);
    if (['succeeded', 'failed', 'cancelled'].includes(now.status)) return now;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Downloads the artifact of the execution. */
export async function artifactOf(ask: Ask, { id, output }: Execution): Promise<Buffer> {
  const { data } = await ask<{ url: string }>(`/tools/executions/${id}/artifacts/${output.artifacts[0]!.id}/download`);
  return Buffer.from(await (await fetch(data.url)).arrayBuffer());
}
