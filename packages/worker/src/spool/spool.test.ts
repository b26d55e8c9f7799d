/**
 * Results stored outside of the database: the first success wins, entries are complete or absent, and never those of
 * another step.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FinishedStep } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { type ArtifactStore, StorageUnavailableError } from '@farebox/storage';
import { callResultKey, artifactKey, receivedKey } from '@farebox/files';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createObserver } from '../observer.ts';
import { openStore } from '../testing/fixture.ts';
import type { CallResult, StepLocation } from './call-result.ts';
import type { LocalEntry } from './local.ts';
import { type Spool, createSpool } from './spool.ts';

const LOCATION: StepLocation = { projectId: 'proj_one', executionId: 'exe_one', step: 2 };
const PAID = Buffer.from('what was paid for');

let directory: string;
let artifacts: ArtifactStore;
let isAway: boolean;
let spool: Spool;
let entry: LocalEntry;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farebox-spool-test-'));
  const store = openStore(directory);
  await store.prepare();
  isAway = false;
  artifacts = {
    ...store,
    put: (key, body, meta) => {
      if (!isAway) return store.put(key, body, meta);
      if (!Buffer.isBuffer(body)) body.destroy();
      return Promise.reject(new StorageUnavailableError('write', 'staged'));
    },
  };
  spool = open();
  entry = await paidEntry();
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

const open = (): Spool =>
  createSpool({
    artifacts,
    directory: join(directory, 'spool'),
    observer: createObserver({ logger: { warn: () => {} } }),
  });

const step = (changes: Partial<FinishedStep> = {}): FinishedStep => ({
  index: LOCATION.step,
  status: 'succeeded',
  attempt: 1,
  units: 7n,
  result: { date: 'a result may look like anything', bigint: '1' },
  costMicros: micros(33n),
  basis: { provider: 'p', model: 'm', statedMicros: null, derivedMicros: micros(33n), invoiceAfterSeconds: 5 },
  startedAt: new Date(1),
  finishedAt: new Date(2),
  artifacts: [],
  ...changes,
});

async function paidEntry(): Promise<LocalEntry> {
  const path = join(directory, 'paid.bin');
  await writeFile(path, PAID);
  const sha256 = createHash('sha256').update(PAID).digest('hex');
  const objectKey = artifactKey({ ...LOCATION, n: 0, sha256 });
  const artifact = { id: 'file_one', sha256, mimeType: 'text/plain', sizeBytes: PAID.length, objectKey };
  return {
    location: LOCATION,
    callResult: { kind: 'succeeded', step: step({ artifacts: [artifact] }) },
    paths: [path],
  };
}

const ended: CallResult = {
  kind: 'ended',
  failure: { kind: 'for_good', reason: 'content_rejected' },
  step: step({ status: 'failed', costMicros: null }),
};

test('a response is found unchanged, with amounts, times and result, until it is forgotten', async () => {
  expect(await spool.find(LOCATION)).toBeNull();
  await spool.put(entry);
  expect(await open().find(LOCATION)).toEqual(entry.callResult);
  await spool.forget(LOCATION);
  expect(await spool.find(LOCATION)).toBeNull();
});

test('a late response never replaces a success; a success replaces a failure', async () => {
  await spool.put({ location: LOCATION, callResult: ended, paths: [] });
  expect(await spool.find(LOCATION)).toEqual(ended);
  await spool.put(entry);
  await open().put({ location: LOCATION, callResult: ended, paths: [] });
  expect(await spool.find(LOCATION)).toEqual(entry.callResult);
});

test('a response whose artifact is gone, that is of another step, or that cannot be read, counts as none', async () => {
  await spool.put(entry);
  const elsewhere = { ...LOCATION, executionId: 'exe_two' };
  const chunks = await artifacts.read(callResultKey(LOCATION)).then((body) => body.toArray());
  const bytes = Buffer.concat(chunks as Buffer[]);
  await artifacts.put(callResultKey(elsewhere), bytes, { mimeType: 'application/json', sizeBytes: bytes.length });
  expect(await spool.find(elsewhere)).toBeNull();
  const torn = bytes.subarray(0, 9);
  await artifacts.put(callResultKey(elsewhere), torn, { mimeType: 'application/json', sizeBytes: torn.length });
  expect(await spool.find(elsewhere)).toBeNull();
  await artifacts.remove([entry.callResult.step.artifacts[0]!.objectKey]);
  expect(await spool.find(LOCATION)).toBeNull();
});

test('results that this disk keeps while the store is unavailable are moved to the store by the next process, and nothing stays here', async () => {
  isAway = true;
  await expect(spool.put(entry)).rejects.toThrow(StorageUnavailableError);
  await expect(spool.ready(LOCATION)).rejects.toThrow(StorageUnavailableError);
  expect(await spool.keepHere(entry)).toBe(true);
  await rm(entry.paths[0]!);
  const next = open();
  await expect(next.flush()).rejects.toThrow(StorageUnavailableError);
  isAway = false;
  expect(await open().find(LOCATION)).toEqual(entry.callResult);
  await spool.forget(LOCATION);
  expect(await spool.keepHere(await paidEntry())).toBe(true);
  await next.flush();
  expect(await next.find(LOCATION)).toMatchObject({ kind: 'succeeded', step: { units: 7n } });
  expect(await readdir(join(directory, 'spool'))).toEqual([]);
});

test('an undelivered result is stored as it was received, with its response, also after the store was away', async () => {
  const received = Buffer.from('no decoder reads this');
  const failure = { kind: 'for_good', reason: 'provider_output_invalid' } as const;
  const callResult = { kind: 'ended', failure, step: step({ status: 'failed', costMicros: micros(0n) }) } as const;
  const undelivered = { location: LOCATION, callResult, paths: [], received };
  isAway = true;
  await expect(spool.put(undelivered)).rejects.toThrow(StorageUnavailableError);
  expect(await spool.keepHere(undelivered)).toBe(true);
  isAway = false;
  expect(await open().find(LOCATION)).toEqual(callResult);
  expect(await artifacts.stat(receivedKey(LOCATION))).toEqual({ sizeBytes: received.length });
  const stored = await (await artifacts.read(receivedKey(LOCATION))).toArray();
  expect(Buffer.concat(stored)).toEqual(received);
});

test('a damaged response on this disk does not block the others', async () => {
  const locations = ['exe_a', 'exe_b', 'exe_c'].map((executionId) => ({ ...LOCATION, executionId }));
  for (const location of locations) {
    const { sha256, sizeBytes } = entry.callResult.step.artifacts[0]!;
    const objectKey = artifactKey({ ...location, n: 0, sha256 });
    const artifact = { id: 'file_one', sha256, mimeType: 'text/plain', sizeBytes, objectKey };
    const callResult = { kind: 'succeeded', step: step({ artifacts: [artifact] }) } as const;
    expect(await spool.keepHere({ location, callResult, paths: entry.paths })).toBe(true);
  }
  await writeFile(join(directory, 'spool', 'exe_b.2', '0'), 'torn');
  const next = open();
  expect(await next.find(locations[1]!)).toBeNull(); // otherwise its execution would wait forever
  await expect(next.flush()).rejects.toThrow(Error);
  expect(await readdir(join(directory, 'spool'))).toEqual(['exe_b.2']);
  for (const location of locations) {
    const found = await artifacts.stat(callResultKey(location));
    expect(found === null).toBe(location.executionId === 'exe_b');
  }
});

test('unfinished entries of a dead process are removed after an hour, and a failed write leaves nothing', async () => {
  const kept = join(directory, 'spool');
  const [old, young] = [join(kept, 'incoming-old'), join(kept, 'incoming-young')];
  for (const path of [old, young]) await mkdir(path, { recursive: true });
  const before = new Date(Date.now() - 3_700_000);
  await utimes(old, before, before);
  await spool.flush();
  expect(await readdir(kept)).toEqual(['incoming-young']);
  expect(await spool.keepHere({ ...entry, paths: [join(directory, 'gone')] })).toBe(false);
  expect(await readdir(kept)).toEqual(['incoming-young']);
});
