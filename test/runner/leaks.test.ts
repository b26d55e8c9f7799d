import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runVitest } from './vitest.ts';

const root = join(import.meta.dirname, '../..');
const CANARIES = 'test/runner/testing/leaks';
const FILES = ['a-leaves-a-server', 'b-leaves-a-timer', 'c-leaves-a-setting', 'd-leaves-nothing'];

test('a leak is reported for the file that leaks, and not for the next file of the same process', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'farebox-leaks-'));
  const parts = FILES.map((file) => `${CANARIES}/${file}.canary.ts`);
  const context = { root, env: process.env, limitMs: 50_000, folder: folder.path, parts };
  const { passed, failures } = await runVitest({ folder: CANARIES }, context);
  expect(passed).toBe(5);
  expect(failures.map(({ title, text }) => [title, text.split('\n')[0]])).toEqual([
    [`${CANARIES}/a-leaves-a-server.canary.ts`, expect.stringMatching(/^still open .*: 1 × TCPServerWrap$/)],
    [`${CANARIES}/b-leaves-a-timer.canary.ts`, expect.stringMatching(/^still open .*: 1 × Timeout$/)],
    [`${CANARIES}/c-leaves-a-setting.canary.ts`, expect.stringMatching(/^not as before .*: LEFT_BY_A_CANARY$/)],
  ]);
});
