/** Lists select columns by name and polls decode them by position: both must show the same execution in each state. */
import type { Execution } from '@farebox/contract';
import { micros } from '@farebox/kernel';
import { expect, it } from 'vitest';
import { NO_CHARGE } from '../core/charge.ts';
import { requestFor } from '../testing/fixture.ts';
import { openStores } from '../testing/stores.ts';
import { leaseOf, type LeasedExecution } from './worker/index.ts';

const { fixture, store, worker } = await openStores();

async function claimed(projectId: string): Promise<LeasedExecution> {
  const accepted = await store.accept(requestFor(projectId, { model: 'a-model', minimumMicros: micros(11n) }));
  const execution = 'execution' in accepted ? await worker.claim({ projectId, id: accepted.execution.id }) : null;
  if (execution === null) throw new Error(`it was not accepted and claimed: ${accepted.kind}`);
  return leaseOf(execution);
}

const summaryOf = ({ steps: _steps, billing: _billing, output: _output, ...summary }: Execution) => summary;

it('a list and a poll show the same execution in each state', async () => {
  const projectId = await fixture.project({ balanceMicros: 10_000n });
  await store.accept(requestFor(projectId));
  const running = await claimed(projectId);
  await store.requestCancel({ ...running, keyLineage: 'key_one', role: 'MEMBER' });
  const review = { ...(await claimed(projectId)), step: 0, reason: 'outcome_unknown' };
  const failed = { ...(await claimed(projectId)), status: 'failed', statusReason: 'processing_failed' } as const;
  const error = { status: 'INTERNAL', message: 'processing_failed' };
  expect(await worker.review(review, { backoffSeconds: 10, resolveSeconds: 60 })).toBe(true);
  expect(await worker.finish({ ...failed, error, charge: NO_CHARGE, steps: [], result: undefined })).toBe(true);

  const list = await store.list({ projectId, limit: 20 });
  const listed = list === 'unknown_before' ? [] : list.executions;
  const polled = await Promise.all(listed.map(({ id }) => store.get(projectId, id)));
  expect(listed.map(({ status }) => status).sort()).toEqual(['failed', 'needs_review', 'queued', 'running']);
  expect(listed).toEqual(polled.map((execution) => execution && summaryOf(execution)));
  expect(polled.map((execution) => execution?.steps[0]?.engine)).toEqual(['image', 'image', 'image', 'image']);
});
