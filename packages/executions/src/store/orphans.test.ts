/** Orphaned objects: never an object of an open execution, because a paid result may be stored there. */
import { micros } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { NO_CHARGE } from '../core/charge.ts';
import { openFixture, requestFor } from '../testing/fixture.ts';
import { createExecutionStore } from './index.ts';
import { leaseOf } from './worker/leased.ts';
import { createWorkerStore } from './worker/index.ts';
import { takeOrphans } from '@farebox/files';

test('an object of an execution is an orphan only once the execution has ended', async () => {
  await using fixture = await openFixture();
  const { database } = fixture;
  const projectId = await fixture.project({ balanceMicros: micros(1_000n) });
  const accepted = await createExecutionStore(database).accept(requestFor(projectId));
  if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
  const { id } = accepted.execution;
  const keys = ['0-result', '0-0-ab'].map((name) => `projects/${projectId}/executions/${id}/${name}`);
  const stray = `projects/${projectId}/executions/exe_of_nobody/0-result`;
  // A worker that is killed during its write check of the store leaves such an object.
  const probe = 'projects/probe-4711';
  expect((await takeOrphans(database, [...keys, stray, probe])).sort()).toEqual([stray, probe].sort());
  const worker = createWorkerStore(database, { engine: 'image', leaseSeconds: 30 });
  const claimed = await worker.claim({ projectId, id });
  const ending = {
    status: 'failed',
    statusReason: 'x',
    error: null,
    charge: NO_CHARGE,
    steps: [],
    result: undefined,
  } as const;
  expect(await worker.finish({ ...ending, ...leaseOf(claimed!) })).toBe(true);
  expect((await takeOrphans(database, [...keys, stray])).sort()).toEqual([...keys, stray].sort());
});
