/** A whole system on a data folder, for as long as a test talks to it as its demo key does, and what that key pays for. Used by tests only. */
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { start } from '../start.ts';
import { startEnvironment } from './environment.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const POLL_MS = 500;
/** A test may ask as fast as the machine answers. */
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
  /** In place of the embedded servers. */
  readonly env?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** Runs the whole system on a folder for as long as `meanwhile` takes. */
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
    result.catch(() => {}); // told once the system has stopped
  };
  const options = { dataDirectory, host: '127.0.0.1', port: await freePort() };
  const scriptOf = (name: string): string =>
    join(ROOT, name === 'simulator' ? 'packages' : 'apps', name, 'src/main.ts');
  const environment = { ...startEnvironment, FAREBOX_REHEARSAL: 'true', ...UNLIMITED, ...env };
  await start(options, { env: environment, say, stop: stopping.signal, scriptOf });
  return await result!;
}

/** The rehearsal, quoted and sent: a new one, or the replay of the same idempotency key. */
export async function executed(ask: Ask): Promise<{ status: number; data: Execution }> {
  const { data: quote } = await ask<Quote>('/tools/quote', REHEARSAL);
  const { priceVersion, maximumChargeMicros } = quote;
  return await ask<Execution>('/tools/rehearsal', { ...REHEARSAL, priceVersion, maximumChargeMicros });
}

export async function paidFor(ask: Ask): Promise<Execution> {
  return await ended(ask, (await executed(ask)).data.id);
}

/** The execution once it has ended; bounded by the test's own limit. */
export async function ended(ask: Ask, id: string): Promise<Execution> {
  for (;;) {
    const { data: now } = await ask<Execution>(`/tools/executions/${id}`);
    if (['succeeded', 'failed', 'cancelled'].includes(now.status)) return now;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** What a download of its artifact brings. */
export async function artifactOf(ask: Ask, { id, output }: Execution): Promise<Buffer> {
  const { data } = await ask<{ url: string }>(`/tools/executions/${id}/artifacts/${output.artifacts[0]!.id}/download`);
  return Buffer.from(await (await fetch(data.url)).arrayBuffer());
}
