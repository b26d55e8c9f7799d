import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { distanceToChange, type ImportGraph, importGraph } from './import-graph.ts';

const root = join(import.meta.dirname, '../../..');

const graph: ImportGraph = new Map([
  ['a.test.ts', ['a.ts']],
  ['a.ts', ['b.ts', 'c.ts']],
  ['b.ts', ['a.ts']],
  ['app/main.ts', ['c.ts']],
  ['app/main.test.ts', ['d.ts']],
]);

test.each([
  { name: 'the file itself', entries: ['a.test.ts'], changed: 'a.test.ts', distance: 0 },
  { name: 'a file that it imports', entries: ['a.test.ts'], changed: 'a.ts', distance: 1 },
  { name: 'a file two imports away, round a cycle', entries: ['a.test.ts'], changed: 'c.ts', distance: 2 },
  { name: 'a file of a folder that it starts', entries: ['app/'], changed: 'app/schema.sql', distance: 0 },
  { name: 'a file that such a folder imports', entries: ['app/'], changed: 'c.ts', distance: 1 },
])('$name can affect a part', ({ entries, changed, distance }) => {
  expect(distanceToChange(graph, entries, new Set([changed]))).toBe(distance);
});

test('a file that nothing imports affects no part, and neither does a test of a folder that a suite starts', () => {
  expect(distanceToChange(graph, ['a.test.ts'], new Set(['z.ts']))).toBeNull();
  expect(distanceToChange(graph, ['app/'], new Set(['app/main.test.ts', 'd.ts']))).toBeNull();
});

let real: ImportGraph;
beforeAll(async () => {
  real = await importGraph({ root, env: process.env });
});

test('a change of money in the kernel affects the ledger and the gateway through their packages', () => {
  const changed = new Set(['packages/kernel/src/micros.ts']);
  expect(distanceToChange(real, ['packages/ledger/src/index.ts'], changed)).toBeGreaterThan(0);
  expect(distanceToChange(real, ['apps/gateway/'], changed)).toBeGreaterThan(0);
  expect(distanceToChange(real, ['test/runner/plan/deal.ts'], changed)).toBeNull();
});
