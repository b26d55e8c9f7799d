import type { Execution } from '@farebox/sdk';
import { expect, test } from 'vitest';
import { progressLine, receipt, uploadLine } from './show.ts';

type Step = Execution['steps'][number];
const step = (tool: string, state: Partial<Step>) => ({ tool, status: 'pending', chargedMicros: null, ...state });

/** The parts of an execution that a line and a receipt use. */
const execution = (rest: object) =>
  ({
    id: 'exe_1',
    tool: 'pipeline',
    status: 'running',
    chargedMicros: null,
    maximumChargeMicros: 3000,
    billing: [],
    output: { artifacts: [] },
    ...rest,
  }) as unknown as Execution;

test('the bar shows ended steps and the share of the running step, and the line shows the charge so far', () => {
  const steps = [
    step('image-resize', { status: 'succeeded', chargedMicros: 500 }),
    step('video-clip', { status: 'running', progress: 0.5 }),
  ];
  expect(progressLine(execution({ steps }))).toBe('███████████████░░░░░ 1/2 pipeline, running, 0.0005 USD so far');
  expect(progressLine(execution({ steps: [step('image-resize', {})], tool: 'image-resize', status: 'queued' }))).toBe(
    '░░░░░░░░░░░░░░░░░░░░ 0/1 image-resize, queued, 0.00 USD so far',
  );
});

test('the bar of an upload shows the share that was sent', () => {
  const sentBytes = 8 * 1024 * 1024;
  expect(uploadLine('talk\u001B.mp4', { sentBytes, sizeBytes: 2 * sentBytes })).toBe(
    '██████████░░░░░░░░░░ talk�.mp4, 8.0 of 16.0 MiB sent',
  );
});

test('a tool name from the service cannot move the cursor', () => {
  expect(progressLine(execution({ tool: 'image\u001B[2Jresize', steps: [] }))).not.toContain('\u001B');
});

const ended = execution({
  status: 'succeeded',
  chargedMicros: 1500,
  billing: [{ description: 'Resized', quantity: 3, unit: 'megapixel', amountMicros: 1500 }],
  output: { artifacts: [], result: { width: 80 } },
  steps: [],
});

test('a receipt has files, the result, the charge and its maximum, and each line of the bill', () => {
  expect(receipt(ended, ['small.jpg'], false).split('\n')).toEqual([
    'small.jpg',
    '{',
    '  "width": 80',
    '}',
    'pipeline exe_1 succeeded, charged 0.0015 USD (at most 0.003 USD)',
    '  Resized: 3 × megapixel, 0.0015 USD',
  ]);
});

test('only the status has colour, and only on a terminal', () => {
  expect(receipt(ended, [], true)).toContain('\u001B[32msucceeded\u001B[39m');
  expect(receipt(ended, [], false)).not.toContain('\u001B');
});
