import { expect, test } from 'vitest';
import { createJournal } from '../testing/journal.ts';
import { startOf } from './start-of.ts';

const NOW = new Date('2026-11-28T08:00:00.000Z');

/** The deadline that a runner is told, in seconds from now. */
function toldSeconds(left: { readonly execution: number; readonly ageSeconds?: number }): number {
  const external = createJournal('exe_1.0').open();
  const parameters = {
    tool: 'acme-echo',
    version: 1,
    provider: 'tool-acme-echo',
    model: 'acme-echo',
    arguments: {},
    files: [],
    outputs: [],
    unitsMax: 1,
  };
  const { ageSeconds = 0 } = left;
  const found = { ...external.found, ageSeconds };
  const run = { parameters, external: { ...external, found, secondsLeft: () => left.execution } };
  const start = startOf(run as never, { now: NOW, maxRuntimeSeconds: 60 });
  return (Date.parse(start.limits.deadline) - NOW.getTime()) / 1000;
}

test.each([
  ['the first start of an execution that waited for its worker', { execution: 53.5 }, 53.5],
  ['a start again under the same token', { execution: 20, ageSeconds: 10 }, 20],
  ['a start in the last second', { execution: 0.25 }, 0.25],
  ['a start after the end', { execution: -3 }, 0],
  ['a step of a pipeline, whose other steps have time of their own', { execution: 500, ageSeconds: 10 }, 50],
])('a runner is told no later deadline than that of the execution: %s', (_, left, seconds) => {
  expect(toldSeconds(left)).toBe(seconds);
});
