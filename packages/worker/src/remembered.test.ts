/** Workers that die with a paid result, and lookups of calls whose inputs are gone. */
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileStore, callResultKey } from '@farebox/files';
import { sweepDue } from '@farebox/executions';
import type { RunningProcess } from '@farebox/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Operation, OperationFailure } from './operation.ts';
import { type Fixture, WAIT, WRONG_ACCOUNTS, openFixture } from './testing/fixture.ts';
import { away, recovered } from './testing/outages.ts';
import { startWorkerProcess } from './testing/worker-process.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** A worker process that has paid for the execution and waits for the response from its parent. */
async function startPayer(): Promise<RunningProcess> {
  const worker = startWorkerProcess(fixture);
  expect(await worker.message()).toBe('paid');
  return worker;
}

/** Adopts the execution as the keeper does, with a worker that must neither look up nor send. */
async function adopted(id: string): Promise<void> {
  const runs: string[] = [];
  const pay: Operation = ({ external }) => {
    runs.push(external.found.phase);
    throw new Error('looked up or sent again');
  };
  fixture.worker({ pay });
  await vi.waitFor(
    async () => {
      const due = await sweepDue(fixture.database, 100);
      await fixture.notify(...due.map((each) => each.id));
      expect(await fixture.get(id)).toMatchObject({ status: 'succeeded', chargedMicros: 21 });
    },
    { timeout: 120_000, interval: 250 },
  );
  const { output } = await fixture.get(id);
  expect([output.result, output.artifacts]).toMatchObject([{ by: 'whoever died' }, [{ sizeBytes: 17 }]]);
  expect(runs).toEqual([]);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
}

test('a result that a worker stored before it was killed is taken by the next claim', async () => {
  const id = await fixture.accept([{ operation: 'pay' }]);
  await fixture.notify(id);
  const worker = await startPayer();
  await away(fixture);
  worker.child.send('go on');
  const key = callResultKey({ projectId: fixture.projectId, executionId: id, step: 0 });
  await vi.waitFor(async () => expect(await fixture.artifacts.stat(key)).not.toBeNull(), WAIT);
  await worker.end('SIGKILL');
  await recovered(fixture);
  await adopted(id);
  await vi.waitFor(async () => expect(await fixture.artifacts.stat(key)).toBeNull(), WAIT);
});

test("a result that was stored only on the worker's disk, because the artifact store was unavailable too, is taken as well", async () => {
  const id = await fixture.accept([{ operation: 'pay' }]);
  await fixture.notify(id);
  const worker = await startPayer();
  await away(fixture);
  const objects = join(fixture.directory, 'files', 'objects');
  await rename(objects, `${objects}-away`);
  await writeFile(objects, 'no folder');
  worker.child.send('go on');
  const spool = join(fixture.directory, 'farebox-spool');
  await vi.waitFor(async () => expect(await readdir(spool)).toEqual([`${id}.0`]), WAIT);
  await worker.end('SIGKILL');
  await rename(`${objects}-away`, `${objects}-back`);
  await rename(objects, `${objects}-file`);
  await rename(`${objects}-back`, objects);
  await recovered(fixture);
  await adopted(id);
  await vi.waitFor(async () => expect(await readdir(spool)).toEqual([]), WAIT);
});

async function inputOf(): Promise<string> {
  const bytes = Buffer.from('an input');
  const upload = {
    projectId: fixture.projectId,
    sha256: 'ab'.repeat(32),
    mimeType: 'text/plain',
    sizeBytes: bytes.length,
  };
  const put = (key: string) => fixture.artifacts.put(key, bytes, { mimeType: 'text/plain', sizeBytes: bytes.length });
  return (await createFileStore(fixture.database).saveUpload(upload, put)).id;
}

/** Runs an execution whose first run dies with an open call and a removed input; `then` is a later run. */
async function openWithoutInput(then: Operation): Promise<string> {
  const fileId = await inputOf();
  await fixture.sql(`UPDATE file SET sha256 = sha256('an input')`);
  let runs = 0;
  fixture.worker({
    work: async (context) => {
      if (runs++ > 0) return await then(context);
      expect(Object.keys(context.inputs)).toEqual(['source']);
      await context.external.dispatch('entry');
      await fixture.sql('UPDATE file SET deleted_at = now()');
      throw new Error('broken off');
    },
  });
  const id = await fixture.accept([{ inputs: { source: { fileId } } }]);
  await vi.waitFor(async () => {
    await fixture.sql('UPDATE execution SET run_at = instant() WHERE claim_token IS NULL AND finished_at IS NULL');
    await fixture.notify(id);
    expect((await fixture.get(id)).status).toMatch(/succeeded|failed|needs_review/);
  }, WAIT);
  return id;
}

test('a removed input does not end an execution with an open provider call: the call is looked up without it', async () => {
  const id = await openWithoutInput(async ({ inputs, external }) => {
    expect([inputs, external.found.phase]).toEqual([{}, 'dispatching']);
    return { artifacts: [], units: 3 };
  });
  expect(await fixture.get(id)).toMatchObject({ status: 'succeeded', chargedMicros: 21 });
});

test("only the provider's own response ends an open call: any other final failure goes under review", async () => {
  const id = await openWithoutInput(() => Promise.reject(new OperationFailure('input_unavailable')));
  expect(await fixture.get(id)).toMatchObject({
    status: 'needs_review',
    review: { reason: 'provider_outcome_unknown' },
  });
});
