/** Starts a copy of the project by its `npm start`, and sends requests of its demo project. It does not depend on the change in the copy. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@farebox/embedded';
import { type Copy, respondsOk, startProgram } from '@farebox/testing';

const READY_TIMEOUT_MS = 120_000;
const END_TIMEOUT_MS = 120_000;
/** A key may send 120 requests a minute. */
const POLL_MS = 1000;
const ENDED = ['succeeded', 'failed', 'cancelled', 'needs_review'];

interface Execution {
  readonly id: string;
  readonly status: string;
  readonly chargedMicros: number | null;
  readonly error: unknown;
  readonly output: unknown;
}

export interface Reply {
  readonly status: number;
  readonly data: unknown;
  readonly message: string | undefined;
}

export interface Started {
  /** Its data folder, with the records of its simulator. */
  readonly folder: string;
  /** Uses the demo's key by default; `key: null` sends none. */
  readonly ask: (
    path: string,
    more?: { readonly key?: string | null; readonly body?: object; readonly once?: string },
  ) => Promise<Reply>;
  /** The OpenAPI document. */
  readonly openApi: () => Promise<string>;
  /** Quotes, executes, and polls until the end. */
  readonly bought: (tool: string, args: object) => Promise<Execution>;
  readonly stop: () => Promise<void>;
}

export async function startCopy(copy: Copy): Promise<Started> {
  chmodSync(copy.folder, 0o755); // PostgreSQL and the decoders run as another user
  return await startFrom(copy.path);
}

/**
 * @param path resolves a path of the project that is started.
 * @param settings in addition to those of every such system.
 */
export async function startFrom(path: Copy['path'], settings: Readonly<Record<string, string>> = {}): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-recipe-data-'));
  chmodSync(folder, 0o755);
  const port = String(await freePort());
  const base = `http://127.0.0.1:${port}`;
  const command = [process.execPath, path('packages/cli/src/main.ts'), 'start', '--data-dir', folder, '--port', port];
  // A port for the simulator too: two copies that start at once would both find its usual port free.
  const env = {
    FAREBOX_METRICS_PORT: '0',
    FAREBOX_OPERATOR_PORT: '0',
    FAREBOX_SIMULATOR_PORT: String(await freePort()),
    ...settings,
  };
  const program = startProgram({ name: 'start', directory: folder, command, env });
  const stop = async (): Promise<void> => {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const isGreeted = (): boolean => readFileSync(join(folder, 'start.log'), 'utf8').includes('Farebox is running');
  try {
    await program.ready(async () => isGreeted() && (await respondsOk(`${base}/readyz`)()), READY_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  const { key } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as { key: string };
  const ask = askAt(base, key);
  const openApi = async (): Promise<string> => (await fetch(`${base}/openapi.json`)).text();
  return { folder, ask, openApi, bought: (tool, args) => bought(ask, tool, args), stop };
}

const askAt =
  (base: string, demo: string): Started['ask'] =>
  async (path, { key = demo, body, once } = {}) => {
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(once === undefined ? {} : { 'idempotency-key': once }),
    };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${base}${path}`, { headers, ...sent });
    const { data, error } = (await response.json()) as { data?: unknown; error?: { message: string } };
    return { status: response.status, data, message: error?.message };
  };

async function bought(ask: Started['ask'], tool: string, args: object): Promise<Execution> {
  const asked = { tool, arguments: args };
  const quoted = await ask('/tools/quote', { body: asked });
  const { priceVersion, maximumChargeMicros } = quoted.data as { priceVersion: string; maximumChargeMicros: number };
  const once = `recipe-${Buffer.from(JSON.stringify(asked)).toString('hex').slice(-100)}`;
  const accepted = await ask(`/tools/${tool}`, { body: { ...asked, priceVersion, maximumChargeMicros }, once });
  if (accepted.status !== 202) throw new Error(`${tool}: ${accepted.status} ${accepted.message}`);
  const { id } = accepted.data as Execution;
  const read = async (): Promise<Execution> => (await ask(`/tools/executions/${id}`)).data as Execution;
  const limit = AbortSignal.timeout(END_TIMEOUT_MS);
  for (;;) {
    const execution = await read();
    if (ENDED.includes(execution.status)) return execution;
    limit.throwIfAborted();
    await pause(POLL_MS);
  }
}
