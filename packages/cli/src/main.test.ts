import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { startProcess } from '@farebox/testing';
import { expect, test } from 'vitest';
import { startEnvironment } from './testing/environment.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

test('a start whose output is closed stops in order, as with `npm start | head`', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-main-'));
  chmodSync(directory, 0o755);
  const data = join(directory, 'data');
  const command = [process.execPath, MAIN, 'start', '--data-dir', data, '--port', String(await freePort())];
  const { child, ended } = startProcess({ command, env: startEnvironment, stderr: 'keep' });
  await once(child.stdout!, 'data');
  child.stdout!.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  // PostgreSQL was shut down, not killed, and the folder is free for the next start.
  expect(readdirSync(data)).not.toContain('runtime.json');
  expect(readdirSync(join(data, 'postgres'), { recursive: true })).not.toContain('postmaster.pid');
  rmSync(directory, { recursive: true });
});
