import { join } from 'node:path';
import { type RunningProcess, startProcess } from '@farebox/testing';
import { expect, test } from 'vitest';

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
  expect(messages).toEqual(['working', 'stopping', 'closing', 'stopped']);
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
