import { expect, test } from 'vitest';
import type { Ended } from './program.ts';
import { tally } from './vitest.ts';

const FILE = 'packages/x/src/a.test.ts';
const context = { root: '/project', limitMs: 1_000, parts: [FILE] };
const well: Ended = { code: 0, output: '', timedOut: false, leftovers: [] };
const ill: Ended = { ...well, code: 1, output: 'boom' };

const MESSAGE = `expected 1
    at file:///project/packages/x/src/a.test.ts:3:1
    at file:///project/node_modules/.pnpm/vitest/run.js:1:1
    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)`;

const file = (status: 'passed' | 'failed', ...tests: ('passed' | 'failed' | 'skipped')[]) => ({
  name: `/project/${FILE}`,
  startTime: 1_000,
  endTime: 1_250,
  status,
  message: status === 'failed' ? 'afterAll failed' : '',
  assertionResults: tests.map((each) => ({ fullName: 'a title', status: each, failureMessages: [MESSAGE] })),
});

test('passed, failed and skipped tests are counted from the report, and stack traces show only lines of the project', () => {
  const report = { testResults: [file('failed', 'passed', 'failed', 'skipped'), file('passed', 'passed')] };
  expect(tally(report, ill, context)).toEqual({
    passed: 2,
    skipped: 1,
    failures: [
      { title: 'packages/x/src/a.test.ts › a title', text: 'expected 1\n    at packages/x/src/a.test.ts:3:1' },
    ],
    notes: [],
    partMs: new Map([[FILE, 250]]),
  });
});

test('a file that was chosen and did not run is a failure', () => {
  const { failures } = tally({ testResults: [file('passed', 'passed')] }, well, {
    ...context,
    parts: [FILE, 'b.test.ts'],
  });
  expect(failures).toEqual([{ title: 'b.test.ts', text: 'was chosen, and is not in the report of vitest' }]);
});

test('a file that fails outside its tests counts as a failure', () => {
  const { failures } = tally({ testResults: [file('failed', 'passed')] }, ill, context);
  expect(failures).toEqual([{ title: 'packages/x/src/a.test.ts', text: 'afterAll failed' }]);
});

test('a run without a report is a failure that shows its output', () => {
  expect(tally(null, ill, context).failures).toEqual([{ title: 'vitest ended with code 1', text: 'boom' }]);
});

test('a run that passed but left a process behind is a failure', () => {
  const leftovers = [{ pid: 7, command: 'redis-server' }];
  const { failures } = tally({ testResults: [file('passed', 'passed')] }, { ...well, leftovers }, context);
  expect(failures).toEqual([{ title: 'a process was left behind', text: '7 redis-server' }]);
});

test('each skipped test is named', () => {
  const { notes } = tally({ testResults: [file('passed', 'passed', 'skipped')] }, well, context);
  expect(notes).toEqual(['not run: packages/x/src/a.test.ts › a title']);
  const many = file('passed', 'skipped', 'skipped', 'skipped', 'skipped');
  expect(tally({ testResults: [many] }, well, context).notes).toEqual(['not run: packages/x/src/a.test.ts (4 tests)']);
});

test('the message about a missing server is passed on once', () => {
  const output = ' ✓ a\nskipped: minio is not on PATH; install it\n  skipped: minio is not on PATH; install it\n';
  const { notes } = tally({ testResults: [file('passed', 'passed')] }, { ...well, output }, context);
  expect(notes).toEqual(['skipped: minio is not on PATH; install it']);
});
