import { hostname } from 'node:os';
import { join } from 'node:path';
import { type RunningProcess, startProcess } from '@farebox/testing';
import { expect, test } from 'vitest';
import { VERSION } from './version.ts';

const APP = join(import.meta.dirname, 'testing/app.process.ts');

const run = (does: string): RunningProcess => startProcess({ command: [process.execPath, APP, does], stderr: 'keep' });

test('an app that gets a stop signal closes in order and exits with 0', async () => {
  const app = run('works');
  await app.said(/"working"/);
  const { code, stdout } = await app.end('SIGTERM');
  expect(code).toBe(0);
  const messages = stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { msg: string }).msg]));
  expect(messages).toEqual(['starting', 'working', 'stopping', 'closing', 'stopped']);
});

test('the start line has the version, the Node version, the host and a name of the process that no other has', async () => {
  const started = async () => {
    const app = run('works');
    await app.said(/"working"/);
    const { stdout } = await app.end('SIGTERM');
    return JSON.parse(stdout.split('\n')[0] ?? '') as Record<string, string>;
  };
  const [one, other] = [await started(), await started()];
  expect(one).toMatchObject({ msg: 'starting', version: VERSION, node: process.version, host: hostname() });
  expect(one['process']).toMatch(/^probe-[0-9a-f]{10}$/);
  expect(one['process']).not.toBe(other['process']);
});

test('invalid settings end the app before it does anything, with a distinct exit code', async () => {
  const { code, stderr } = await run('misconfigured').ended;
  expect(code).toBe(78);
  expect(stderr).toContain('FAREBOX_PROBE is missing');
});

test.each(['rejects', 'throws later'])('an app that %s exits with 1 and logs the reason', async (does) => {
  const { code, stdout } = await run(does).ended;
  expect(code).toBe(1);
  expect(stdout).toContain('"level":"fatal"');
});
