/** For every combination of filters the pages of a list equal the filtered whole. */
import type { ExecutionStatus, ExecutionSummary } from '@farebox/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_CHARGE } from '../core/charge.ts';
import { type Fixture, openFixture, requestFor } from '../testing/fixture.ts';
import { type ExecutionStore, createExecutionStore } from './index.ts';
import { createWorkerStore } from './worker/index.ts';

const TOOLS = ['image-resize', 'image-analyze', 'image-rotate'] as const;
const STATUSES: readonly ExecutionStatus[] = ['queued', 'running', 'needs_review', 'succeeded', 'failed', 'cancelled'];
const LIMIT = 4;

let fixture: Fixture;
let store: ExecutionStore;
let projectId: string;
let whole: readonly ExecutionSummary[];

beforeAll(async () => {
  fixture = await openFixture();
  store = createExecutionStore(fixture.database);
  projectId = await fixture.project({ balanceMicros: 100_000n });
  const worker = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 60 });
  for (let n = 0; n < 60; n++) {
    // The last tool has only succeeded and queued executions, so that some combinations match nothing.
    const outcome = await store.accept(requestFor(projectId, { tool: TOOLS[n % 3]! }));
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
    const { id } = outcome.execution;
    const kind =
      n % 3 === 2 ? ['queued', 'succeeded'][n % 2] : ['queued', 'running', 'succeeded', 'failed', 'cancelled'][n % 5];
    if (kind === 'cancelled') await store.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
    if (kind === 'queued' || kind === 'cancelled') continue;
    const held = await worker.claim({ projectId, id });
    if (held === null) throw new Error('not claimed');
    if (kind === 'running') continue;
    const error = { status: 'execution_failed', message: 'It failed.' };
    const end = { statusReason: null, error, charge: NO_CHARGE, steps: [], result: undefined };
    const { claimToken } = held;
    if (kind === 'failed') await worker.finish({ projectId, id, claimToken, status: 'failed', ...end });
    else await succeed(worker, { projectId, id, claimToken });
  }
  const all = await store.list({ projectId, limit: 100 });
  whole = all === 'unknown_before' ? [] : all.executions;
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function succeed(
  { finish }: ReturnType<typeof createWorkerStore>,
  held: { readonly projectId: string; readonly id: string; readonly claimToken: string },
): Promise<void> {
  const at = new Date();
  const step = { index: 0, status: 'succeeded' as const, attempt: 1, units: 0n, result: undefined, costMicros: null };
  const steps = [{ ...step, startedAt: at, finishedAt: at, artifacts: [] }];
  await finish({
    ...held,
    status: 'succeeded',
    statusReason: null,
    error: null,
    charge: NO_CHARGE,
    steps,
    result: undefined,
  });
}

async function allPages(filters: {
  readonly status?: ExecutionStatus;
  readonly tool?: string;
}): Promise<ExecutionSummary[]> {
  const found: ExecutionSummary[] = [];
  let before: string | undefined;
  do {
    const page = await store.list({ projectId, limit: LIMIT, before, ...filters });
    if (page === 'unknown_before') throw new Error(page);
    found.push(...page.executions);
    before = page.nextBefore ?? undefined;
  } while (before !== undefined && found.length <= whole.length);
  return found;
}

it('the test data contains every status and tool of the filters', () => {
  expect(whole).toHaveLength(60);
  const kinds = new Set(whole.map(({ status, tool }) => `${status} ${tool}`));
  expect(kinds.size).toBe(12);
  expect(kinds).not.toContain('failed image-rotate');
});

it.each([undefined, ...STATUSES].flatMap((status) => [undefined, ...TOOLS].map((tool) => ({ status, tool }))))(
  'status $status and tool $tool: pages of four equal the filtered whole, newest first',
  async ({ status, tool }) => {
    const expected = whole.filter(
      (each) => (status === undefined || each.status === status) && (tool === undefined || each.tool === tool),
    );
    const filters = { ...(status === undefined ? {} : { status }), ...(tool === undefined ? {} : { tool }) };
    expect(await allPages(filters)).toEqual(expected);
  },
);
