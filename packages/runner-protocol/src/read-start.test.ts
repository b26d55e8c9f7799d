/** The body that starts a run, as a runner reads it. */
import { expect, test } from 'vitest';
import { readStart } from './read-start.ts';
import { isRunToken, runUrl } from './token.ts';

const INPUT = {
  pointer: '/source',
  url: 'https://tools.example/runner-files/2Qm9',
  sha256: 'a'.repeat(64),
  mimeType: 'image/png',
  sizeBytes: 3,
};
const OUTPUT = { put: 'https://tools.example/runner-files/8KcW', mimeTypes: ['image/png'], sizeBytesMax: 100 };
const LIMITS = { deadline: '2026-11-28T08:02:00.000Z', unitsMax: 2, costMaxUsd: '0.0016' };
const START = {
  protocol: 1,
  tool: 'acme-read-text',
  version: 3,
  arguments: { source: { input: 0 } },
  inputs: [{ ...INPUT, width: 1600, height: 1200 }],
  outputs: [OUTPUT],
  limits: LIMITS,
};

test('a whole body is read, and members of a later release are left out', () => {
  expect(readStart(JSON.stringify(START))).toEqual({ ok: true, start: START });
  expect(readStart(JSON.stringify({ ...START, report: 'https://tools.example' }))).toEqual({ ok: true, start: START });
});

test.for<readonly [named: string, members: object]>([
  ['version 1', { protocol: 2 }],
  ['"tool"', { tool: '' }],
  ['"version"', { version: 0 }],
  ['"arguments"', { arguments: [] }],
  ['"inputs"', { inputs: undefined }],
  ['"inputs"', { inputs: [{ ...INPUT, url: 'file:///etc/passwd' }] }],
  ['"inputs"', { inputs: [{ ...INPUT, sha256: 'A'.repeat(64) }] }],
  ['"inputs"', { inputs: [{ ...INPUT, width: '3' }] }],
  ['"outputs"', { outputs: [{ ...OUTPUT, sizeBytesMax: 0 }] }],
  ['"outputs"', { outputs: [null] }],
  ['"limits"', { limits: { ...LIMITS, deadline: 'soon' } }],
  ['"limits"', { limits: { ...LIMITS, unitsMax: 0 } }],
  ['"limits"', { limits: { ...LIMITS, costMaxUsd: '-1' } }],
])('refused, and the member is named: %s in %j', ([named, members]) => {
  expect(readStart(JSON.stringify({ ...START, ...members }))).toEqual({
    ok: false,
    problem: expect.stringContaining(named),
  });
});

test('a body that is no JSON object is refused', () => {
  expect(readStart('[')).toEqual({ ok: false, problem: expect.stringContaining('JSON object') });
});

test('a token is a safe segment of a path and a safe file name', () => {
  expect(['exe_01m80n8fa1eynbt4w0bdxxnhnr.0', 'a'].every(isRunToken)).toBe(true);
  expect(['', '.', '..', '.a', 'a/b', 'a\\b', 'a%2e', 'a b', 'a\n', 'a'.repeat(129)].some(isRunToken)).toBe(false);
});

test('the URL of a run has one separator', () => {
  expect(runUrl('https://a.example/v1', 'exe_1.0')).toBe('https://a.example/v1/runs/exe_1.0');
  expect(runUrl('https://a.example/v1/', 'exe_1.0')).toBe('https://a.example/v1/runs/exe_1.0');
});
