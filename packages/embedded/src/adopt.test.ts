/** Data of another major version: PostgreSQL cannot start on it, and the reason is reported before it is tried. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPostgres } from './postgres.ts';

test('data of another major version of PostgreSQL is left unchanged, and the error points to the upgrade instructions', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'farebox-major-'));
  chmodSync(parent, 0o755);
  mkdirSync(join(parent, 'data/cluster'), { recursive: true });
  writeFileSync(join(parent, 'data/cluster/PG_VERSION'), '16\n');
  const started = startPostgres({ directory: join(parent, 'data') });
  await expect(started).rejects.toThrow(/PostgreSQL 16, but this version has PostgreSQL \d+: docs\/backup-and-restore/);
  rmSync(parent, { recursive: true });
});
