import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { type Ended, startProcess } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEnvironment } from './testing/environment.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-operator-'));
  chmodSync(directory, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs `farebox session …` with these arguments. */
const session = (...args: string[]): Promise<Ended> => {
  const command = [process.execPath, MAIN, 'session', '--data-dir', directory, ...args];
  return startProcess({ command, env: startEnvironment, stderr: 'keep' }).ended;
};

/** Runs `farebox start …` until it prints its greeting. Disposing stops the system. */
async function started(): Promise<AsyncDisposable & { greeting: string }> {
  const command = [process.execPath, MAIN, 'start', '--data-dir', directory, '--port', String(await freePort())];
  const running = startProcess({ command, env: startEnvironment });
  const { input: greeting } = await running.said(/Admin .*/);
  return {
    greeting,
    [Symbol.asyncDispose]: async () => {
      await running.end('SIGTERM');
    },
  };
}

test('the printed session works with the operator API as its hint says', async () => {
  await using running = await started();
  expect(running.greeting).toMatch(/Admin +http:\S+ .*npm run session/);
  const { code, stdout, stderr } = await session('--minutes', '5');
  expect(code).toBe(0);
  const url = /http:\S+$/m.exec(stderr)?.[0] ?? '';
  expect(running.greeting).toContain(new URL(url).origin);
  const response = await fetch(url, { headers: { Authorization: `Bearer ${stdout.trim()}` } });
  const { data } = (await response.json()) as { data: { keys: readonly { name: string }[] } };
  expect(data.keys.map(({ name }) => name)).toEqual(['Demo key']);
  const operator = await session('--operator', '--subject', 'olga');
  expect(operator.stderr).toMatch(/SESSION=\$\(.*--subject 'olga' --operator\)/);
  const opened = await fetch(url, { headers: { Authorization: `Bearer ${operator.stdout.trim()}` } });
  expect(opened.status).toBe(200);
  const stranger = await session('--subject', 'nobody');
  const refused = await fetch(url, { headers: { Authorization: `Bearer ${stranger.stdout.trim()}` } });
  expect(refused.status).toBe(404);
});

test('without a running system, one line says what to do', async () => {
  const { code, stdout, stderr } = await session();
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^farebox: no system runs in .+--data-dir\n$/);
});
