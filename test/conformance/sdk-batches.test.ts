/** Batches by the SDK against a real gateway: their results, one batch for each name, and no second payment after a crash of the client. */
// Modes: embedded.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FareboxError, createFarebox, memoryStore, usd } from '@farebox/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { killedAtEachContact } from './client/killed.ts';
import type { Batch, Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const store = memoryStore();
const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key, store });
const ceiling = usd('0.05');
const source = { fileId: 'file_sample_photo' };
const codeOf = (error: unknown): string => (error instanceof FareboxError ? error.code : String(error));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-sdk-batches-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// issue 10.6: "one body, up to 1,000 executions of one tool or template, one total quote and ceiling"
test('a list of arguments is one batch under one maximum, and each result has its artifacts', async () => {
  const widths = [16, 24, 32];
  const list = widths.map((width) => ({ source, width }));
  const { maximumChargeMicros } = await farebox.batches.quote('image-resize', list);
  const seen: number[] = [];
  const onProgress = ({ executionCount }: { readonly executionCount: number }): void => void seen.push(executionCount);
  const below = { ceiling: maximumChargeMicros - 1 };
  expect(await farebox.runBatch('image-resize', list, below).then(String, codeOf)).toBe('ceiling_exceeded');
  const { batch, results } = await farebox.runBatch('image-resize', list, {
    ceiling: maximumChargeMicros,
    onProgress,
  });
  expect(batch.counts.succeeded).toBe(3);
  expect(batch.chargedMicros).toBeLessThanOrEqual(maximumChargeMicros);
  expect(results.map(({ index, artifacts: [artifact] }) => [index, artifact?.width])).toEqual([
    [0, 16],
    [1, 24],
    [2, 32],
  ]);
  const [artifact] = results[1]?.artifacts ?? [];
  expect((await artifact?.blob())?.size).toBe(artifact?.sizeBytes);
  expect(new Set(seen)).toEqual(new Set([3]));
  expect(await farebox.pending()).toEqual([]);
  const listed: string[] = [];
  for await (const { id } of farebox.batches.list({ pageSize: 1 })) listed.push(id);
  expect(listed).toEqual([batch.id]);
  expect(await farebox.batches.get(batch.id)).toEqual(batch);
  const last: number[] = [];
  for await (const { index } of farebox.batches.results(batch.id, { from: 1 })) last.push(index);
  expect(last).toEqual([1, 2]);
});

// issue 10.6: "one idempotency key", "cancel as a whole"
test('a name is one batch for one list, and aborting the wait does not end it', async () => {
  const named = { ceiling, request: 'album-17' };
  const list = Array.from({ length: 120 }, () => ({ source }));
  const made = await farebox.executeBatch('image-analyze', list, named);
  const reason = new Error('seen enough');
  const aborted = farebox.runBatch('image-analyze', list, { ...named, signal: AbortSignal.abort(reason) });
  await expect(aborted).rejects.toBe(reason);
  const elsewhere = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key });
  expect((await elsewhere.executeBatch('image-analyze', list, named)).id).toBe(made.id);
  expect(await farebox.runBatch('image-analyze', [{ source }], named).then(String, codeOf)).toBe('request_changed');
  expect(await farebox.run('image-analyze', { source }, named).then(String, codeOf)).toBe('request_changed');
  expect((await farebox.batches.cancel(made.id)).cancelRequested).toBe(true);
  const { batch, results } = await farebox.runBatch('image-analyze', list, named);
  expect(batch.id).toBe(made.id);
  expect(results.map(({ index }) => index)).toEqual(list.map((_, index) => index));
  expect(batch.counts.cancelled + batch.counts.succeeded).toBe(list.length);
  expect(await farebox.pending()).toEqual([]);
});

// issue 10.1: "a crash between send and answer does not pay twice: shown by a test that kills the client at every step against a real gateway"
test('a client that is killed at any contact with the outside and restarted pays for one batch', async () => {
  const admin = connect(keys.keyAdmin);
  const before = (await admin.get<Usage>('/tools/usage')).data;
  const ends = await killedAtEachContact({ what: 'batch', folder, apiKey: keys.keyAdmin });
  expect(ends.filter(({ killed }) => killed).length).toBeGreaterThanOrEqual(12);
  const ids = new Set(ends.map(({ id }) => id));
  expect(ids.size).toBe(ends.length);
  let chargedMicros = 0;
  for (const id of ids) {
    const { data } = await admin.get<Batch>(`/tools/batches/${id}`);
    expect(data).toMatchObject({ executionCount: 2, counts: { succeeded: 2 } });
    chargedMicros += data.chargedMicros;
  }
  const after = (await admin.get<Usage>('/tools/usage')).data;
  expect(after.settledRequests - before.settledRequests).toBe(2 * ids.size);
  expect(after.chargedMicros - before.chargedMicros).toBe(chargedMicros);
}, 900_000); // a dozen clients, one after another on a starved machine
