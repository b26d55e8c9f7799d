import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tollgate/embedded';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEnvironment } from './testing/environment.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-operator-'));
  chmodSync(directory, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `tollgate session …`, as typed. */
const session = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const command = [MAIN, 'session', '--data-dir', directory, ...args];
    execFile(process.execPath, command, { env: startEnvironment }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

/** `tollgate start …`, once it greets; disposing stops it. */
async function started(): Promise<AsyncDisposable & { greeting: string }> {
  const command = [MAIN, 'start', '--data-dir', directory, '--port', String(await freePort())];
  const child = spawn(process.execPath, command, { env: startEnvironment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let greeting = '';
  child.stdout.on('data', (chunk) => (greeting += String(chunk)));
  while (!greeting.includes('Admin '))
    await Promise.race([once(child.stdout, 'data'), ended.then(() => failed(greeting))]);
  return {
    greeting,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const failed = (said: string): never => {
  throw new Error(`the system ended before it greeted: ${said}`);
};

test('a session that is printed opens the operator API as its hint says', { timeout: 90_000 }, async () => {
  await using running = await started();
  expect(running.greeting).toMatch(/Admin +http:\S+ .*npm run session/);
  const { code, stdout, stderr } = await session('--minutes', '5');
  expect(code).toBe(0);
  const url = /http:\S+$/m.exec(stderr)?.[0] ?? '';
  expect(running.greeting).toContain(new URL(url).origin);
  const response = await fetch(url, { headers: { Authorization: `Bearer ${stdout.trim()}` } });
  const { data } = (await response.json()) as { data: { keys: readonly { name: string }[] } };
  expect(data.keys.map(({ name }) => name)).toEqual(['Demo key']);
  const stranger = await session('--subject', 'nobody');
  const refused = await fetch(url, { headers: { Authorization: `Bearer ${stranger.stdout.trim()}` } });
  expect(refused.status).toBe(404);
});

test('where nothing runs, one line says what to do', async () => {
  const { code, stdout, stderr } = await session();
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^tollgate: nothing runs in .+--data-dir\n$/);
});
