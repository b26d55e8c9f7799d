/** A round trip: what was paid for before a backup is there after a restore, in a system that runs on it. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, Prisma } from '@tollgate/db';
import { freePort } from '@tollgate/embedded';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseAlone } from '../database-alone.ts';
import { lockDirectory } from '../lock.ts';
import { start } from '../start.ts';
import { startEnvironment } from '../testing/environment.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const REHEARSAL = { tool: 'rehearsal', arguments: { artifactBytes: 5000 } };

let parent: string;
const at = (name: string): string => join(parent, name);
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'tollgate-backup-'));
  chmodSync(parent, 0o755);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

type Ask = <T>(path: string, body?: object) => Promise<{ status: number; data: T }>;

/** Runs the whole system on a folder for as long as `meanwhile` takes. */
async function running<T>(dataDirectory: string, meanwhile: (ask: Ask, key: string) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  let result: Promise<T> | undefined;
  const say = (line: string): void => {
    const [base, key] = ['BASE', 'KEY'].map((name) => new RegExp(`^${name}=(.*)$`, 'm').exec(line)?.[1]);
    if (base === undefined || key === undefined) return;
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'before-the-backup',
    };
    const ask: Ask = async <D>(path: string, body?: object) => {
      const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${base}${path}`, init);
      return { status: response.status, data: ((await response.json()) as { data: D }).data };
    };
    result = meanwhile(ask, key).finally(() => stopping.abort());
  };
  const options = { dataDirectory, host: '127.0.0.1', port: await freePort() };
  const scriptOf = (name: string): string =>
    join(ROOT, name === 'simulator' ? 'packages' : 'apps', name, 'src/main.ts');
  const env = { ...startEnvironment, TOLLGATE_REHEARSAL: 'true' };
  await start(options, { env, say, stop: stopping.signal, scriptOf });
  return await result!;
}

interface Execution {
  readonly id: string;
  readonly status: string;
  readonly chargedMicros: number | null;
  readonly output: { readonly artifacts: readonly { readonly id: string; readonly sha256: string }[] };
}

async function paidFor(ask: Ask): Promise<Execution> {
  const { data: quote } = await ask<{ priceVersion: string; maximumChargeMicros: number }>('/tools/quote', REHEARSAL);
  const body = { ...REHEARSAL, priceVersion: quote.priceVersion, maximumChargeMicros: quote.maximumChargeMicros };
  const { data } = await ask<Execution>('/tools/rehearsal', body);
  for (;;) {
    const { data: now } = await ask<Execution>(`/tools/executions/${data.id}`);
    if (now.status === 'succeeded') return now;
    await new Promise((resolve) => setTimeout(resolve, 200)); // a poll, bounded by the test's own limit
  }
}

test(
  'a restored system replays an execution, delivers its artifact and has its books',
  { timeout: 240_000 },
  async () => {
    const before = await running(at('data'), async (ask, key) => ({
      key,
      execution: await paidFor(ask),
      usage: (await ask('/tools/usage')).data,
    }));
    const [file, copy] = [at('copy.tollgate'), at('copy')];
    expect(await backup({ dataDirectory: at('data'), file })).toContain('keep it private');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(at('data'), { recursive: true });
    await restore({ dataDirectory: copy, file });
    await running(copy, async (ask, key) => {
      expect(key).toBe(before.key);
      const { data: quote } = await ask<{ priceVersion: string; maximumChargeMicros: number }>(
        '/tools/quote',
        REHEARSAL,
      );
      const body = { ...REHEARSAL, priceVersion: quote.priceVersion, maximumChargeMicros: quote.maximumChargeMicros };
      expect(await ask('/tools/rehearsal', body)).toEqual({ status: 200, data: before.execution });
      expect((await ask('/tools/usage')).data).toEqual(before.usage);
      const [artifact] = before.execution.output.artifacts;
      const { data } = await ask<{ url: string }>(
        `/tools/executions/${before.execution.id}/artifacts/${artifact!.id}/download`,
      );
      const bytes = Buffer.from(await (await fetch(data.url)).arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact!.sha256);
    });
    const there = restore({ dataDirectory: copy, file });
    await expect(there).rejects.toThrow('has data already');
    await expect(backup({ dataDirectory: copy, file })).rejects.toThrow('is there already');
    {
      using _runs = lockDirectory(copy);
      await expect(backup({ dataDirectory: copy, file: at('again') })).rejects.toThrow('already runs');
    }
    expect(existsSync(at('again'))).toBe(false);
    writeFileSync(at('damaged'), readFileSync(file).subarray(0, -5000));
    await expect(restore({ dataDirectory: at('fresh'), file: at('damaged') })).rejects.toThrow('tar: ');
    expect(existsSync(at('fresh'))).toBe(false);
  },
);

test('nothing starts where a restore broke off, and the restore can be run again', async () => {
  mkdirSync(at('broken'), { mode: 0o755 });
  writeFileSync(at('broken/restoring'), '');
  await expect(running(at('broken'), () => Promise.resolve())).rejects.toThrow('broke off: run it again');
  expect(readdirSync(at('broken'))).toEqual(['restoring']);
  await restore({ dataDirectory: at('broken'), file: at('copy.tollgate') });
  expect(readdirSync(at('broken'))).toContain('postgres');
  expect(readdirSync(at('broken'))).not.toContain('restoring');
});

test('the database alone answers at the URL that is printed, and is gone at its end', async () => {
  const [said, stopping] = [[] as string[], new AbortController()];
  const serving = databaseAlone(
    { dataDirectory: at('broken') },
    { say: (line) => said.push(line), stop: stopping.signal },
  );
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 20_000 });
  const database = openDatabase({ url: said[0]!, poolMax: 1, applicationName: 'test' });
  const rows = await database.rows(Prisma.sql`SELECT count(*)::int AS count FROM execution`);
  expect(rows).toEqual([{ count: 1 }]);
  await database.close();
  stopping.abort();
  await serving;
  expect(existsSync(at('broken/lock'))).toBe(false);
});

test('where there is no embedded database, backup says so, and what is no backup is refused', async () => {
  await expect(backup({ dataDirectory: at('nothing'), file: at('x') })).rejects.toThrow('no embedded database');
  await expect(restore({ dataDirectory: at('y'), file: at('missing') })).rejects.toThrow('cannot be read');
});
