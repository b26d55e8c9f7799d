/** A backup and its restore: executions paid before the backup exist after the restore, in a running system. */
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
import { Prisma } from '@farebox/db';
import { openTestDatabase } from '@farebox/testing';
import { manifestOf } from '@farebox/tools/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseAlone } from '../database-alone.ts';
import { lockDirectory } from '../lock.ts';
import { artifactOf, executed, paidFor, running } from '../testing/running.ts';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

let parent: string;
const at = (name: string): string => join(parent, name);
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'farebox-backup-'));
  chmodSync(parent, 0o755);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test(
  'a restored system replays an execution, delivers its artifact and has its books',
  { timeout: 240_000 },
  async () => {
    const before = await running(at('data'), async (ask, key) => ({
      key,
      execution: await paidFor(ask),
      usage: (await ask('/tools/usage')).data,
    }));
    const [file, copy] = [at('copy.farebox'), at('copy')];
    expect(await backup({ dataDirectory: at('data'), file })).toContain('keep it private');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(at('data'), { recursive: true });
    await restore({ dataDirectory: copy, file });
    await running(copy, async (ask, key) => {
      expect(key).toBe(before.key);
      expect(await executed(ask)).toEqual({ status: 200, data: before.execution });
      expect((await ask('/tools/usage')).data).toEqual(before.usage);
      const bytes = await artifactOf(ask, before.execution);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(before.execution.output.artifacts[0]!.sha256);
    });
    const there = restore({ dataDirectory: copy, file });
    await expect(there).rejects.toThrow('already has data');
    await expect(backup({ dataDirectory: copy, file })).rejects.toThrow('already exists');
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

interface Keys {
  readonly keys: readonly object[];
}

interface Terms {
  readonly terms: readonly { readonly state: string }[];
}

/** Returns the JSON that `--json` printed. */
async function farebox<T>(folder: string, ...line: string[]): Promise<T> {
  const context = recordingContext({ env: { XDG_CONFIG_HOME: at('config') } });
  const code = await run([...line, '--data-dir', at(folder), '--json'], context);
  expect([line, code, context.told]).toEqual([line, 0, []]);
  return JSON.parse(context.said.join('\n')) as T;
}

test(
  'administrative data survives a restore: the audit log continues from its head, project prices and tools of teams apply, an export can be fetched',
  { timeout: 240_000 },
  async () => {
    const known = async (folder: string, organization: string) => ({
      log: await farebox<{ entries: readonly object[] }>(folder, 'audit', 'list', '--organization', organization),
      terms: await farebox(folder, 'price', 'terms'),
      tool: await farebox(folder, 'tool', 'show', 'acme-read-text'),
      members: await farebox(folder, 'member', 'list', '--organization', organization),
      // `lastUsedAt` is updated some seconds late, so it is not compared.
      keys: (await farebox<Keys>(folder, 'key', 'list')).keys.map((key) => ({ ...key, lastUsedAt: null })),
      balance: await farebox(folder, 'balance', 'show'),
      statement: await farebox(folder, 'balance', 'lines'),
    });
    const before = await running(at('administered'), async (ask) => {
      const { data } = await ask<{ organization: { id: string } }>('/tools/project');
      const organization = data.organization.id;
      const on = (...line: string[]) => farebox<{ id: string }>('administered', ...line);
      await on('balance', 'top-up', '--amount', '7', '--reference', 'invoice-1');
      writeFileSync(at('tool.json'), JSON.stringify(manifestOf()));
      await on('tool', 'publish', at('tool.json'), '--activate');
      await on('price', 'publish-terms', '--basis-points', '9000', '--reason', 'their contract', '--yes');
      await on(
        'member',
        'add',
        '--organization',
        organization,
        '--subject',
        'ann',
        '--name',
        'Ann',
        '--role',
        'MEMBER',
      );
      const { id } = await on('export', 'create', '--reason', 'they asked');
      const isWritten = async () =>
        (await farebox<{ status: string }>('administered', 'export', 'show', id)).status === 'succeeded';
      await vi.waitUntil(isWritten, { timeout: 120_000, interval: 500 });
      const areInForce = async () =>
        (await farebox<Terms>('administered', 'price', 'terms')).terms.every(({ state }) => state === 'in_force');
      await vi.waitUntil(areInForce, { timeout: 60_000, interval: 500 });
      const head = await farebox('administered', 'audit', 'verify', '--organization', organization);
      return { organization, id, head, known: await known('administered', organization) };
    });
    expect(before.known.log.entries.length).toBeGreaterThan(3);
    writeFileSync(at('head.json'), JSON.stringify(before.head));
    await backup({ dataDirectory: at('administered'), file: at('administered.farebox') });
    await restore({ dataDirectory: at('restored'), file: at('administered.farebox') });
    await running(at('restored'), async () => {
      expect(await known('restored', before.organization)).toEqual(before.known);
      await farebox('restored', 'audit', 'verify', '--organization', before.organization, '--kept', at('head.json'));
      await farebox('restored', 'audit', 'verify');
      await farebox('restored', 'export', 'download', before.id, '--into', at('exported'));
      expect(readdirSync(at('exported')).some((name) => name.endsWith('-manifest.jsonl.gz'))).toBe(true);
      await farebox('restored', 'balance', 'top-up', '--amount', '1', '--reference', 'after-the-restore');
      await farebox('restored', 'audit', 'verify', '--organization', before.organization, '--kept', at('head.json'));
    });
  },
);

test('nothing starts on an interrupted restore, and the restore can be run again', async () => {
  mkdirSync(at('broken'), { mode: 0o755 });
  writeFileSync(at('broken/restoring'), '');
  await expect(running(at('broken'), () => Promise.resolve())).rejects.toThrow('was interrupted: run it again');
  expect(readdirSync(at('broken'))).toEqual(['restoring']);
  await restore({ dataDirectory: at('broken'), file: at('copy.farebox') });
  expect(readdirSync(at('broken'))).toContain('postgres');
  expect(readdirSync(at('broken'))).not.toContain('restoring');
});

test('`farebox database` serves at the URL that it prints, and ends its server when it stops', async () => {
  const [said, stopping] = [[] as string[], new AbortController()];
  const serving = databaseAlone(
    { dataDirectory: at('broken') },
    { say: (line) => said.push(line), stop: stopping.signal },
  );
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 30_000 });
  const database = openTestDatabase({ url: said[0]!, poolMax: 1, applicationName: 'test' });
  const rows = await database.rows(Prisma.sql`SELECT count(*)::int AS count FROM execution`);
  expect(rows).toEqual([{ count: 1 }]);
  await database.close();
  stopping.abort();
  await serving;
  expect(existsSync(at('broken/lock'))).toBe(false);
});

test('backup reports a missing embedded database, and restore refuses a file that is not a backup', async () => {
  await expect(backup({ dataDirectory: at('nothing'), file: at('x') })).rejects.toThrow('no embedded database');
  await expect(restore({ dataDirectory: at('y'), file: at('missing') })).rejects.toThrow('cannot be read');
});
