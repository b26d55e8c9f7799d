/**
 * Runs the upgrade that docs/backup-and-restore.md documents, step by step, on data of another major version of
 * PostgreSQL. Needs two complete systems.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInstalledPostgres, startInstalledPostgres } from '@farebox/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseAlone } from '../database-alone.ts';
import { artifactOf, executed, paidFor, running } from '../testing/running.ts';

const other = findInstalledPostgres();

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/backup-and-restore.md'), 'utf8');
/** The arguments of a program, as the page documents them. */
const told = (program: string, values: Readonly<Record<string, string>>): readonly string[] => {
  const [, line = ''] = new RegExp(`^${program} (--[^#\\n]+)`, 'm').exec(PAGE) ?? [];
  const filled = Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, value), line.trim());
  return filled.split(/\s+/).map((word) => word.replaceAll('"', ''));
};

let parent: string;
let data: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'farebox-upgrade-'));
  chmodSync(parent, 0o755);
  data = join(parent, 'data');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Runs `npm run database` while `work` uses the URL that it prints. */
async function withDatabase(work: (url: string) => void): Promise<void> {
  const [said, stopping] = [[] as string[], new AbortController()];
  const serving = databaseAlone({ dataDirectory: data }, { say: (line) => said.push(line), stop: stopping.signal });
  try {
    await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 30_000 });
    work(said[0]!);
  } finally {
    stopping.abort();
    await serving;
  }
}

test.skipIf(other === null)(
  'paid executions survive an upgrade of PostgreSQL: replay, artifact, books, and the next execution',
  { timeout: 600_000 },
  async () => {
    const { bin, major } = other!;
    const [dump, old] = [join(parent, 'farebox.dump'), join(parent, 'old-postgres')];
    const server = await startInstalledPostgres(other!, join(parent, 'first'));
    const env = { DATABASE_URL: server.appUrl, FAREBOX_MIGRATION_DATABASE_URL: server.ownerUrl };
    const before = await (async () => {
      try {
        const facts = await running(
          data,
          async (ask, key) => ({ key, execution: await paidFor(ask), usage: (await ask('/tools/usage')).data }),
          { env },
        );
        execFileSync(join(bin, 'pg_dump'), told('pg_dump', { $URL: server.ownerUrl, 'farebox.dump': dump }));
        return facts;
      } finally {
        await server.stop();
      }
    })();
    renameSync(join(parent, 'first'), join(data, 'postgres'));

    const files = readdirSync(join(data, 'postgres'));
    await expect(running(data, () => Promise.resolve())).rejects.toThrow(
      `PostgreSQL ${major}, but this version has PostgreSQL`,
    );
    expect(readdirSync(join(data, 'postgres'))).toEqual(files);
    renameSync(join(data, 'postgres'), old);

    await withDatabase((url) => {
      execFileSync(join(bin, 'pg_restore'), told('pg_restore', { $URL: url, 'farebox.dump': dump }));
    });
    await running(data, async (ask, key) => {
      expect(key).toBe(before.key);
      expect(await executed(ask)).toEqual({ status: 200, data: before.execution });
      expect((await ask('/tools/usage')).data).toEqual(before.usage);
      const hash = createHash('sha256').update(await artifactOf(ask, before.execution));
      expect(hash.digest('hex')).toBe(before.execution.output.artifacts[0]!.sha256);
    });
    await running(data, paidFor, { idempotencyKey: 'after-the-upgrade' });
    expect(existsSync(old)).toBe(true);
  },
);
