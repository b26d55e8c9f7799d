import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@farebox/testing';
import { describe, expect, test } from 'vitest';
import { createLineWriter } from './standard-output.ts';

const PROCESS = join(import.meta.dirname, 'testing/logging.process.ts');
const TIMEOUT_MS = 10_000;

/** The exit code of a logging process, or null if it had to be killed. */
async function exitCodeOf(args: readonly string[], stdout: 'nobody reads' | number): Promise<number | null> {
  const { child, ended } = startProcess({
    command: [process.execPath, PROCESS, ...args],
    stdin: 'pipe',
    stdout: stdout === 'nobody reads' ? 'keep' : stdout,
    stderr: 'keep',
  });
  await once(child.stderr as NodeJS.ReadableStream, 'data');
  if (child.stdout !== null) await once(child.stdout.destroy(), 'close');
  child.stdin?.end('go');
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const { code } = await ended;
  clearTimeout(late);
  return code;
}

describe('a process exits as intended', { timeout: 3 * TIMEOUT_MS }, () => {
  test.each([
    ['after one line', ['1']],
    ['after thousands of lines', ['5000']],
    ['with a final error', ['1', 'fatal']],
  ])('%s whose output has no reader any more', async (_title, args) => {
    expect(await exitCodeOf(args, 'nobody reads')).toBe(3);
  });

  test('when the disk of its log is full', async () => {
    const full = openSync('/dev/full', 'w');
    expect(await exitCodeOf(['100', 'fatal'], full)).toBe(3);
    closeSync(full);
  });
});

test('every line logged before the exit is written', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-lines-'));
  const log = openSync(join(directory, 'log'), 'w');
  expect(await exitCodeOf(['5000', 'fatal'], log)).toBe(3);
  closeSync(log);
  const lines = readFileSync(join(directory, 'log'), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(5001);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'the last words' });
  rmSync(directory, { recursive: true });
});

test('a line that a slow reader interrupted is completed before the next line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-lines-'));
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(1_000_000);
  const readAll = (): string => buffer.toString('latin1', 0, readSync(reader, buffer));
  const { write } = createLineWriter(writer);
  const [first, second] = ['a', 'b'].map((letter) => `${letter.repeat(40_000)}\n`) as [string, string];
  for (const line of [first, second, 'lost\n', 'lost\n']) write(line);
  const before = readAll();
  expect(before.length).toBeLessThan(first.length + second.length);
  write('next\n');
  expect(before + readAll()).toBe(`${first}${second}next\n`);
  for (const descriptor of [reader, writer]) closeSync(descriptor);
  rmSync(directory, { recursive: true });
});

test('lines of one turn are written together at its end, and no later line overtakes them', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-lines-'));
  const path = join(directory, 'log');
  const descriptor = openSync(path, 'w');
  const { write, writeSoon } = createLineWriter(descriptor);
  const written = (): string => readFileSync(path, 'utf8');
  writeSoon('first\n');
  writeSoon('second\n');
  expect(written()).toBe('');
  write('third\n');
  expect(written()).toBe('first\nsecond\nthird\n');
  writeSoon('fourth\n');
  await new Promise(setImmediate);
  expect(written()).toBe('first\nsecond\nthird\nfourth\n');
  closeSync(descriptor);
  rmSync(directory, { recursive: true });
});
