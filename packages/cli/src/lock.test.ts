import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LockedError, lockDirectory } from './lock.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const DEAD_PID = 2 ** 22 + 1; // above the highest pid of Linux

test('the error for a folder in use names the process that uses it', () => {
  using _held = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(LockedError);
  expect(() => lockDirectory(directory)).toThrow(`process ${process.pid}`);
});

test('a released lock leaves nothing in the folder', () => {
  lockDirectory(directory)[Symbol.dispose]();
  expect(readdirSync(directory)).toEqual([]);
});

const stale = {
  'of a dead process': JSON.stringify({ pid: DEAD_PID, began: 'boot:1' }),
  'whose pid now belongs to another process': JSON.stringify({ pid: process.pid, began: 'boot:1' }),
  'with invalid content': '{"pid":',
};

for (const [what, text] of Object.entries(stale)) {
  test(`a lock ${what} does not block a new start`, () => {
    writeFileSync(join(directory, 'lock'), text);
    using _held = lockDirectory(directory);
    expect(() => lockDirectory(directory)).toThrow(LockedError);
    expect(readdirSync(directory)).toEqual(['lock']);
  });
}
