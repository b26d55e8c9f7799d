import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLogFile } from './log-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-log-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function open(bytesMax?: number) {
  const lines: string[] = [];
  const options = { directory, name: 'app', onLine: (line: string) => void lines.push(line) };
  return { lines, log: openLogFile(bytesMax === undefined ? options : { ...options, bytesMax }) };
}

test('every line is delivered once and complete, however it was written', () => {
  const { lines, log } = open();
  const bytes = Buffer.from('one\ntwö\nthree\n');
  for (const byte of bytes) {
    writeSync(log.descriptor, Buffer.of(byte));
    log.catchUp();
  }
  log.close();
  expect(lines).toEqual(['one', 'twö', 'three']);
});

test('the output of an earlier start is kept and not delivered again', () => {
  const first = open();
  writeSync(first.log.descriptor, 'before\n');
  first.log.close();
  const second = open();
  writeSync(second.log.descriptor, 'after\n');
  second.log.close();
  expect(second.lines).toEqual(['after']);
  expect(readFileSync(second.log.path, 'utf8')).toBe('before\nafter\n');
});

test('a log never exceeds its size limit, and no line is delivered twice', () => {
  const { lines, log } = open(100);
  for (let turn = 0; turn < 50; turn++) {
    writeSync(log.descriptor, `line ${turn}\n`);
    log.catchUp();
  }
  log.close();
  expect(lines).toEqual(Array.from({ length: 50 }, (_, turn) => `line ${turn}`));
  expect(readFileSync(log.path).length).toBeLessThanOrEqual(110);
  expect(readFileSync(`${log.path}.1`).length).toBeLessThanOrEqual(110);
});
