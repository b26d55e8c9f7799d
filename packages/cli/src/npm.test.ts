/** systemd, an IDE or a container stops `npm start` by a signal to npm, which does not know the processes below it. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { startProcess } from '@farebox/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEnvironment } from './testing/environment.ts';
import { newMark } from './testing/marked.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const WAIT = { timeout: 60_000, interval: 100 };

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-npm-'));
  chmodSync(directory, 0o755);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** SIGKILL follows if npm does not stop in time. It cannot be passed on. */
test.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s to npm no process is left, and the data is free for the next start',
  async (signal) => {
    const mark = newMark();
    const data = join(directory, signal);
    const command = ['npm', 'start', '--', '--data-dir', data, '--port', String(await freePort())];
    const npm = startProcess({ command, cwd: ROOT, env: { ...startEnvironment, ...mark.env } });
    await npm.said(/Farebox is running/);
    expect(mark.running().length).toBeGreaterThan(5);
    npm.child.kill(signal);
    await vi.waitFor(() => expect(mark.running()).toEqual([]), WAIT);
    expect(existsSync(join(data, 'runtime.json'))).toBe(false);
  },
);
