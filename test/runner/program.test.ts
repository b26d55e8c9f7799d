import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Ended, run } from './program.ts';

const shell = (script: string, limitMs = 10_000): Promise<Ended> =>
  run({ command: ['/bin/sh', '-c', script], env: process.env, limitMs, graceMs: 300 });

/** True if the process does not exist or is a zombie (ended, but not yet waited for). */
function isGone(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return true;
  }
}

test('the output and exit code of a program are returned', async () => {
  expect(await shell('echo out; echo err >&2; exit 3')).toEqual({
    code: 3,
    output: 'out\nerr\n',
    timedOut: false,
    leftovers: [],
  });
});

test('a program that cannot start ends with the reason', async () => {
  const ended = await run({ command: ['/nowhere/program'], env: {}, limitMs: 1_000 });
  expect(ended).toMatchObject({ code: 127, output: expect.stringContaining('ENOENT') });
});

test('a process that is left behind is named and ended', async () => {
  const ended = await shell('sleep 600 & echo started');
  expect(ended.leftovers).toEqual([{ pid: expect.any(Number), command: 'sleep 600' }]);
  expect(isGone(ended.leftovers[0]!.pid)).toBe(true);
});

test('a process that left the group is found as well', async () => {
  const ended = await shell('setsid sleep 601 & echo started');
  expect(ended.leftovers.map(({ command }) => command)).toEqual(['sleep 601']);
});

test('a program that takes too long is ended with every process that it started', async () => {
  const ended = await shell('sleep 602 & sleep 603', 200);
  expect(ended).toMatchObject({ timedOut: true, code: null, leftovers: [] });
});
