/** Batches of a folder run that are refused or partly downloaded: no input stops the others, and none is paid for twice. */
import { FareboxError, memoryStore, type PaidRequest } from '@farebox/sdk';
import { beforeEach, expect, test } from 'vitest';
import { recordingContext } from '../testing/recording-context.ts';
import { Budget } from './budget.ts';
import type { ItemEnd } from './item-end.ts';
import type { Job } from './job.ts';
import { quoted, type Quoted } from './lot-quotes.ts';
import { newLot, runLot } from './lot-run.ts';
import { claimedLots, type Uploaded } from './lots.ts';

const SIGNAL = new AbortController().signal;
let ends: ItemEnd[] = [];
let store = memoryStore();
beforeEach(() => {
  ends = [];
  store = memoryStore();
});

const inputOf = (n: number): Uploaded => {
  const args = { n };
  return {
    item: { source: `${n}.jpg`, stem: `${n}`, args },
    output: { kind: 'folder', folder: '/none', stem: `${n}` },
    args,
  };
};
const quotedOf = (...costs: readonly number[]): Quoted[] =>
  costs.map((maximumMicros, n) => ({ ...inputOf(n), maximumMicros }));
const sourcesOf = (groups: readonly (readonly Uploaded[])[]) =>
  groups.map((group) => group.map(({ item }) => item.source));

/** A job of which only the client is scripted. */
function jobWith(farebox: object): Job {
  const wordsOf = (fields: object): string => JSON.stringify(fields);
  const system = { farebox: { forget: store.remove, ...farebox }, store };
  return {
    tool: 'a-tool',
    flags: {},
    system,
    context: recordingContext({}),
    signal: SIGNAL,
    wordsOf,
  } as unknown as Job;
}
const howOf = (farebox: object, budget = new Budget(1_000)) => ({
  job: jobWith(farebox),
  budget,
  ends: { add: (end: ItemEnd) => void ends.push(end), sumUp: () => {} },
  count: 2,
});
const refusedWith = (code: 'invalid_arguments' | 'insufficient_balance', details: object) =>
  new FareboxError(code, { http: 400, details: { ...details } });
const storedBatch = (entry: object): PaidRequest =>
  ({
    kind: 'batch',
    idempotencyKey: 'k',
    tool: 'a-tool',
    createdAt: '2026-11-28T00:00:00.000Z',
    batchId: null,
    ...entry,
  }) as PaidRequest;

test('inputs that the quote of a batch refuses are reported, and the others are quoted without them', async () => {
  const bad = new Set([1, 3]);
  const quote = async (_tool: string, list: readonly { readonly n: number }[]) => {
    const index = list.findIndex(({ n }) => bad.has(n));
    const fields = { [`/items/${index}/arguments/width`]: 'is too wide' };
    if (index !== -1) throw refusedWith('invalid_arguments', { index, fields });
    return { items: list.map(({ n }) => ({ maximumChargeMicros: 10 * n })) };
  };
  const { ready, refused } = await quoted([0, 1, 2, 3, 4].map(inputOf), jobWith({ batches: { quote } }));
  expect(ready.map(({ item, maximumMicros }) => [item.source, maximumMicros])).toEqual([
    ['0.jpg', 0],
    ['2.jpg', 20],
    ['4.jpg', 40],
  ]);
  expect(refused.map(({ source, error }) => [source, error])).toEqual([
    ['1.jpg', '{"/width":"is too wide"}'],
    ['3.jpg', '{"/width":"is too wide"}'],
  ]);
});

test('an error of the quote that names no input concerns all inputs', async () => {
  const quote = () => Promise.reject(new FareboxError('network_failed'));
  await expect(quoted([inputOf(0)], jobWith({ batches: { quote } }))).rejects.toThrow('network_failed');
});

test('a batch that the balance does not cover is divided, and one that cannot be divided fails for each input', async () => {
  const runBatch = () =>
    Promise.reject(refusedWith('insufficient_balance', { availableMicros: 25, requiredMicros: 40 }));
  const groups = await runLot(newLot(quotedOf(10, 10, 10, 10)), howOf({ runBatch }));
  expect([sourcesOf(groups), ends]).toEqual([
    [
      ['0.jpg', '1.jpg'],
      ['2.jpg', '3.jpg'],
    ],
    [],
  ]);
  expect(await runLot(newLot(quotedOf(30, 30)), howOf({ runBatch }))).toEqual([]);
  expect(ends.map(({ source, exit }) => [source, exit])).toEqual([
    ['0.jpg', 'refused'],
    ['1.jpg', 'refused'],
  ]);
});

test('an input that the paid request refuses is reported, and the others are sent again without it', async () => {
  const runBatch = () => Promise.reject(refusedWith('invalid_arguments', { index: 1, fields: {} }));
  const budget = new Budget(30);
  const groups = await runLot(newLot(quotedOf(10, 10, 10)), howOf({ runBatch }, budget));
  expect([sourcesOf(groups), ends.map(({ source }) => source), budget.leftMicros]).toEqual([
    [['0.jpg', '2.jpg']],
    ['1.jpg'],
    30,
  ]);
});

test('a batch that is still stored may have been accepted: its inputs are not sent again, and count with their maximum', async () => {
  const lot = newLot(quotedOf(10, 10));
  await store.add(storedBatch({ name: lot.name, arguments: '[]', body: '{}' }));
  const runBatch = () => Promise.reject(refusedWith('insufficient_balance', { availableMicros: 10 }));
  const budget = new Budget(100);
  expect(await runLot(lot, howOf({ runBatch }, budget))).toEqual([]);
  expect([ends.length, budget.leftMicros]).toEqual([2, 80]);
});

test('a batch counts with the charge of ended executions and the maximum of those under review', async () => {
  const execution = (status: string, chargedMicros: number | null) => ({
    status,
    chargedMicros,
    maximumChargeMicros: 10,
  });
  const results = [execution('succeeded', 4), execution('failed', 0), execution('needs_review', null)].map(
    (each, index) => ({ index, execution: each, artifacts: [] }),
  );
  const lot = newLot(quotedOf(10, 10, 10));
  await store.add(storedBatch({ name: lot.name, arguments: '[]', body: '{}' }));
  const runBatch = () => Promise.resolve({ batch: { finishedAt: null }, results });
  const budget = new Budget(100);
  await runLot(lot, howOf({ runBatch }, budget));
  expect(ends.map(({ exit }) => exit).toSorted()).toEqual(['done', 'unfinished', 'unsuccessful']);
  expect([budget.leftMicros, (await store.list()).length]).toEqual([86, 1]);
});

test('a stored batch is found again although inputs are gone or new; one of which nothing was sent is not', async () => {
  const body = '{"maximumChargeMicros":30}';
  await store.add(storedBatch({ name: 'cli/run/a', arguments: '[{"n":0},{"n":1},{"n":1}]', body, batchId: 'bat_1' }));
  await store.add(storedBatch({ name: 'cli/run/b', arguments: '[{"n":2}]', body: null }));
  await store.add(storedBatch({ name: 'cli/other', arguments: '[{"n":2}]', body }));
  const { lots, others } = await claimedLots([2, 1, 1, 1].map(inputOf), jobWith({}));
  expect(
    lots.map(({ name, inputs, isAccepted, maximumMicros }) => [name, inputs.length, isAccepted, maximumMicros]),
  ).toEqual([['cli/run/a', 3, true, 30]]);
  expect(lots[0]?.inputs.map((input) => input?.item.source ?? null)).toEqual([null, '1.jpg', '1.jpg']);
  expect(others.map(({ item }) => item.source)).toEqual(['2.jpg', '1.jpg']);
});

const claimedFrom = async (entry: object) => {
  await store.add(storedBatch({ name: newLot([]).name, arguments: '[{"n":0},{"n":1}]', body: null, ...entry }));
  const quote = () => Promise.resolve({ maximumChargeMicros: 20 });
  const { lots, others } = await claimedLots([0, 1].map(inputOf), jobWith({ batches: { quote } }));
  return { lots: lots.map(({ maximumMicros }) => maximumMicros), others: others.length };
};

test('a batch of which nothing was sent is not continued, and its inputs are sent anew', async () => {
  expect(await claimedFrom({})).toEqual({ lots: [], others: 2 });
});

test('a batch whose outdated body may have been accepted is continued under its name, at the prices of now', async () => {
  expect(await claimedFrom({ mayBeAccepted: true })).toEqual({ lots: [20], others: 0 });
});
