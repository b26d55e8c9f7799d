/** The recipe "provider": a worker of the copy buys from the new service, as the simulator speaks it, and is charged what it costs. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tollgate/embedded';
import { type Copy, copyProject, type Program, respondsOk, startProgram } from '@tollgate/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offer, simulate, speak } from './provider/steps.ts';

const READY_TIMEOUT_MS = 120_000;
const ENDED = ['succeeded', 'failed', 'cancelled', 'needs_review'];

interface Execution {
  readonly id: string;
  readonly status: string;
  readonly chargedMicros: number | null;
  readonly error: unknown;
  readonly output: unknown;
}

let copy: Copy;
let data: string;
let program: Program | undefined;
beforeAll(() => {
  copy = copyProject();
  chmodSync(copy.folder, 0o755); // PostgreSQL runs as another user
  data = mkdtempSync(join(tmpdir(), 'tollgate-recipe-data-'));
  chmodSync(data, 0o755);
});
afterAll(async () => {
  await program?.stop();
  copy[Symbol.dispose]();
  rmSync(data, { recursive: true, force: true });
});

/** Files that the compiler complains about. */
function complaints(): string[] {
  const { output } = copy.typecheck();
  return [...new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => file!))];
}

test('a provider that is offered and not spoken does not compile, and names the worker', () => {
  offer(copy);
  expect(complaints()).toEqual(
    expect.arrayContaining(['apps/worker-provider/src/operations.ts', 'apps/worker-provider/src/tariff/tariffs.ts']),
  );
});

test('with an adapter, an operation and the dialect in the simulator it compiles, and its settings are known', () => {
  speak(copy);
  simulate(copy);
  expect(copy.typecheck()).toEqual({ code: 0, output: '' });
  expect(copy.generate()).toMatchObject({ code: 0 });
  expect(copy.read('.env.example')).toContain('TOLLGATE_WORDS_KEY');
});

test('a test project buys from it: what is made is delivered and charged, what it refuses is free, and each call is in its books', async () => {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const command = [
    process.execPath,
    copy.path('packages/cli/src/main.ts'),
    'start',
    '--data-dir',
    data,
    '--port',
    String(port),
  ];
  const env = { TOLLGATE_METRICS_PORT: '0', TOLLGATE_OPERATOR_PORT: '0' };
  program = startProgram({ name: 'start', directory: data, command, env });
  const isGreeted = (): boolean => readFileSync(join(data, 'start.log'), 'utf8').includes('Tollgate is running');
  await program.ready(async () => isGreeted() && (await respondsOk(`${base}/readyz`)()), READY_TIMEOUT_MS);

  const { key } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as { key: string };
  const written = await bought(base, key, 'the sea');
  expect(written).toMatchObject({
    status: 'succeeded',
    chargedMicros: 700,
    output: { result: { text: 'A line about the sea.' } },
  });
  const refused = await bought(base, key, 'the sea #sim:moderated');
  expect(refused).toMatchObject({ status: 'failed', chargedMicros: 0, error: { message: 'content_rejected' } });
  expect(costLines()).toEqual([
    expect.objectContaining({ provider: 'words', token: `${written.id}.0`, costMicros: 300 }),
  ]);
});

/** Quoted, executed and polled to its end. */
async function bought(base: string, key: string, prompt: string): Promise<Execution> {
  const call = async <T>(path: string, body?: object, more: Record<string, string> = {}): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more };
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data: found, error } = (await response.json()) as { data?: T; error?: unknown };
    if (found === undefined) throw new Error(`${path}: ${JSON.stringify(error)}`);
    return found;
  };
  const asked = { tool: 'line-write', arguments: { prompt } };
  const { priceVersion, maximumChargeMicros } = await call<{ priceVersion: string; maximumChargeMicros: number }>(
    '/tools/quote',
    asked,
  );
  const idempotency = { 'idempotency-key': `recipe-${Buffer.from(prompt).toString('hex')}` };
  const accepted = await call<Execution>(
    '/tools/line-write',
    { ...asked, priceVersion, maximumChargeMicros },
    idempotency,
  );
  const read = (): Promise<Execution> => call<Execution>(`/tools/executions/${accepted.id}`);
  const hasEnded = async (): Promise<boolean> => ENDED.includes((await read()).status);
  await expect.poll(hasEnded, { interval: 1000, timeout: 60_000 }).toBe(true); // a key has 120 requests a minute
  return await read();
}

/** What the service says that it billed. */
function costLines(): unknown[] {
  const log = join(data, 'simulator/costs.jsonl');
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}
