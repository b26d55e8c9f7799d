import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '@tollgate/testing';
import { expect, test } from 'vitest';

const programs = [
  findProgram('wrk', 'install the package wrk.'),
  findProgram('pgbench', 'install the package postgresql.'),
  findProgram('redis-server', 'install the package redis-server.'),
];
const run = promisify(execFile);

test.skipIf(programs.includes(null))(
  'the benchmark measures every case against its floor and finds the books right',
  { timeout: 180_000 },
  async () => {
    const main = resolve(import.meta.dirname, 'main.ts');
    const { stdout } = await run(process.execPath, [main, '--rounds', '1', '--seconds', '3', '--throw-away']);
    for (const title of ['paid no-op', 'poll', 'accept', 'accept, one hot project']) {
      expect(stdout).toMatch(new RegExp(`^${title}: \\d+\\.\\d\\d × .+ in 1 rounds`, 'm'));
    }
    expect(stdout).toContain('the books are right');
  },
);
