import { expect, test } from 'vitest';
import { runSuites, slowest } from './run-suites.ts';
import type { Suite, Tally } from './suite.ts';

const tally = (passed: number, change: Partial<Tally> = {}): Tally => ({
  passed,
  failures: [],
  skipped: 0,
  notes: [],
  ...change,
});

const suite = (name: string, result: Tally | Error, missing: string | null = null): Suite => ({
  name,
  about: '',
  limitMs: 1_000,
  needs: [{ missing: () => missing }],
  parts: () => Promise.resolve([]),
  run: () => (result instanceof Error ? Promise.reject(result) : Promise.resolve(result)),
});

async function outcome(suites: readonly Suite[], ...required: string[]) {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const linedUp = suites.map((each) => ({ suite: each, parts: ['a part'] }));
  const { passed, failed } = await runSuites(linedUp, { root: '/', env: {}, required: new Set(required), print });
  return { passed, failed, text: lines.join('\n') };
}

test('the total is the sum over suites, and failures are printed in full', async () => {
  const failing = suite('b', tally(2, { failures: [{ title: 'holds', text: 'expected 1\ngot 2' }] }));
  const { text, ...total } = await outcome([suite('a', tally(3)), failing]);
  expect(total).toEqual({ passed: 5, failed: 1 });
  expect(text).toContain('✗ b › holds\n    expected 1\n    got 2');
});

test('a suite that lacks a server is skipped, and one line says what to install', async () => {
  const result = await outcome([suite('a', tally(1)), suite('b', tally(9), 'redis-server is missing; install it')]);
  expect(result).toMatchObject({ passed: 1, failed: 0 });
  expect(result.text).toMatch(/^b +skipped: redis-server is missing; install it$/m);
});

test('a required suite that did not run is a failure', async () => {
  expect(await outcome([suite('b', tally(9), 'missing')], 'b')).toMatchObject({ passed: 0, failed: 1 });
});

test('a skipped test of a required suite is a failure', async () => {
  const partly = suite('a', tally(4, { skipped: 2, notes: ['skipped: minio is not on PATH'] }));
  expect(await outcome([partly])).toMatchObject({ passed: 4, failed: 0 });
  expect(await outcome([partly], 'a')).toMatchObject({ passed: 4, failed: 1 });
});

test('a suite without tests and a suite that throws are failures', async () => {
  expect(await outcome([suite('a', tally(0))])).toMatchObject({ passed: 0, failed: 1 });
  expect(await outcome([suite('a', new Error('boom'))])).toMatchObject({ passed: 0, failed: 1 });
});

test('the twenty slowest parts of all suites are listed, longest first', () => {
  const partMs = new Map(Array.from({ length: 30 }, (_, index): [string, number] => [`part ${index}`, index * 100]));
  const lines = slowest([
    { suite: 'a', wallMs: 0, partMs },
    { suite: 'b', wallMs: 0, partMs: new Map([['longest', 60_000]]) },
  ]);
  expect(lines).toHaveLength(20);
  expect(lines.slice(0, 2)).toEqual(['   60.0 s  b  longest', '    2.9 s  a  part 29']);
});
