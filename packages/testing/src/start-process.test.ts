import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runProcess, startProcess } from './start-process.ts';

const STARTER = join(import.meta.dirname, 'testing/starter.process.ts');
const node = (script: string): string[] => [process.execPath, '-e', script];

test.each([
  ['at once', '0', ''],
  ['in order, with time to stop', '5', 'in order'],
])('processes that a process has started end with it, even if suspended: %s', async (_, stopSeconds, last) => {
  const starter = startProcess({ command: [process.execPath, STARTER, stopSeconds], stderr: 'keep' });
  const [, pid = ''] = await starter.said(/^(\d+) works\n/);
  if (stopSeconds === '0') process.kill(Number(pid), 'SIGSTOP');
  starter.child.kill('SIGKILL');
  // Each started process inherits the starter's stdout, which closes with the last of them.
  expect((await starter.ended).stdout).toBe(`${pid} works\n${last}`);
});

test('no setting of the test run is passed on, except the given ones', async () => {
  vi.stubEnv('FAREBOX_PORT', '1');
  vi.stubEnv('DATABASE_URL', 'postgres://somebody');
  const script = `const { FAREBOX_PORT, DATABASE_URL, PATH, GIVEN } = process.env;
    console.log(JSON.stringify([FAREBOX_PORT, DATABASE_URL, PATH, GIVEN]))`;
  expect(JSON.parse(await runProcess({ command: node(script), env: { GIVEN: 'here' } }))).toEqual([
    null,
    null,
    process.env['PATH'],
    'here',
  ]);
  vi.unstubAllEnvs();
});

test('a process that exits before its expected output is quoted in the error', async () => {
  const options = { command: node(`console.log('first'); console.error('no such table'); process.exit(3)`) };
  const running = startProcess({ ...options, stderr: 'keep' });
  await expect(running.said(/ready/)).rejects.toThrow(/ended with 3 before it said \/ready\/:\nfirst\nno such table/);
  await expect(runProcess(options)).rejects.toThrow(/ended with 3:\nfirst\nno such table/);
});

test('expected output is found however it is split, and the exit signal is reported', async () => {
  const script = `process.stdin.on('data', (text) => { process.stdout.write('be'); setImmediate(() => process.stdout.write('gun ' + text)); })`;
  const running = startProcess({ command: node(script), stdin: 'pipe' });
  running.child.stdin?.write('now');
  expect((await running.said(/begun (\w+)/))[1]).toBe('now');
  expect(await running.end('SIGTERM')).toMatchObject({ code: null, signal: 'SIGTERM', stdout: 'begun now' });
  expect(await running.end('SIGKILL')).toMatchObject({ signal: 'SIGTERM' });
});

test('a process whose channel was closed has ended when it exits', async () => {
  const script = `process.send('here'); process.once('disconnect', () => process.exit(4))`;
  const running = startProcess({ command: node(script), channel: true });
  expect(await running.message()).toBe('here');
  running.child.disconnect();
  expect(await running.ended).toMatchObject({ code: 4 });
});

test('a missing program is reported at once', () => {
  expect(() => startProcess({ command: ['no-such-program'] })).toThrow('no-such-program cannot be started');
});
