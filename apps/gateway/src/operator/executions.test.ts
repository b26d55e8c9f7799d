/** Executions for the administrators of a project: searched by status, tool and time, explained without content, cancelled. */
import { createExecutionStore, createWorkerStore, leaseOf } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { HELD, underReview } from '../testing/review.fixture.ts';

let gateway: TestOperatorGateway;
let project: TestProject;
let admin: string;

beforeAll(async () => void (gateway = await startTestOperatorGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  admin = await gateway.memberSession(project.id, 'ADMIN');
});

const PROMPT = 'a lighthouse';
const PRICE = { description: 'Work', unit: 'unit', unitPriceMicros: '7', unitsMax: 10 };
const STEP = {
  name: 'work',
  engine: 'image',
  operation: 'work',
  parameters: { prompt: PROMPT },
  inputs: {},
  price: PRICE,
} as const;
let sent = 0;

/** Accepts an execution with the given key, by default one that is not in this database. */
async function accepted({ tool = 'image-resize', keyId = 'key_one' } = {}): Promise<string> {
  const outcome = await createExecutionStore(gateway.database).accept({
    projectId: project.id,
    keyId,
    keyLineage: keyId,
    idempotencyKey: `execution-${sent++}`,
    bodyHash: 'ab'.repeat(32),
    tool,
    model: null,
    priceVersion: '2026-11-21.00000000',
    minimumMicros: micros(7n),
    maximumMicros: micros(70n),
    plan: [STEP],
    maxRuntimeSeconds: 600,
  });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.execution.id;
}

async function claimed(id: string) {
  const store = createWorkerStore(gateway.database, { engine: 'image', leaseSeconds: 600 });
  return { store, lease: leaseOf((await store.claim({ projectId: project.id, id }))!) };
}

async function succeeded(id: string): Promise<void> {
  const { store, lease } = await claimed(id);
  const amountMicros = micros(14n);
  const billing = [{ step: 0, description: 'Work', unit: 'unit', quantity: 2n, amountMicros }];
  const result = { said: PROMPT };
  const at = { startedAt: new Date(), finishedAt: new Date(), artifacts: [] };
  const steps = [{ index: 0, status: 'succeeded', attempt: 1, units: 2n, result, costMicros: null, ...at } as const];
  const charge = { chargedMicros: amountMicros, billing };
  await store.finish({ ...lease, status: 'succeeded', statusReason: null, error: null, charge, steps, result });
}

interface Listed {
  readonly executions: readonly { readonly id: string; readonly createdAt: string }[];
  readonly nextBefore: string | null;
}
const at = (path = ''): string => `/projects/${project.id}/executions${path}`;
const list = async (query = '') => (await gateway.operate<Listed>(`GET ${at(query)}`, { session: admin })).data;
const ids = ({ executions }: Listed): readonly string[] => executions.map(({ id }) => id);
const show = (id: string) => gateway.operate<Record<string, unknown>>(`GET ${at(`/${id}`)}`, { session: admin });
const cancel = (id: string, session = admin) =>
  gateway.operate<{ status: string }>(`POST ${at(`/${id}/cancel`)}`, { session, body: { reason: 'a loop' } });

test('executions are found by status, tool and time, page by page, and only within the project', async () => {
  const first = await accepted();
  const second = await accepted({ tool: 'image-crop' });
  const third = await accepted();
  await succeeded(first);
  const newest = [...ids(await list())];
  expect(newest.toSorted()).toEqual([first, second, third].toSorted());
  expect(ids(await list('?status=succeeded'))).toEqual([first]);
  expect(ids(await list('?tool=image-crop'))).toEqual([second]);
  const page = await list('?limit=2');
  expect(page.nextBefore).toBe(newest[1]);
  expect(ids(await list(`?limit=2&before=${page.nextBefore}`))).toEqual([newest[2]]);
  const { createdAt } = (await list()).executions.find(({ id }) => id === first)!;
  expect(ids(await list(`?from=${createdAt}`))).toContain(first);
  expect(ids(await list(`?to=${createdAt}`))).toEqual([]);
  const later = new Date(Date.parse(createdAt) + 3_600_000).toISOString();
  expect(ids(await list(`?from=${later}`))).toEqual([]);
  expect(ids(await list(`?to=${later}&status=queued`)).toSorted()).toEqual([second, third].toSorted());
});

test.each(['?from=2026-13-01T00:00:00Z', '?to=yesterday', '?before=exe_1', '?status=lost', '?limit=0'])(
  '%s is refused',
  async (query) => {
    const { error } = await gateway.operate(`GET ${at(query)}`, { session: admin });
    expect(error.message).toBe('invalid_request');
  },
);

test('an execution is explained by its history, its key and every transfer, without input or output', async () => {
  const { keyId } = await project.newKey();
  const id = await accepted({ keyId });
  await succeeded(id);
  const { data, text } = await show(id);
  expect(data).toMatchObject({
    execution: {
      id,
      status: 'succeeded',
      chargedMicros: 14,
      steps: [{ status: 'succeeded' }],
      output: { artifacts: [] },
    },
    key: { id: keyId, publicId: expect.any(String) },
    attempts: 1,
    claims: 1,
    leasedUntil: null,
    calls: [],
    bookings: [
      { kind: 'reserve', amountMicros: 70 },
      { kind: 'settle', amountMicros: 14 },
      { kind: 'release', amountMicros: 56 },
    ],
    timeline: [
      { event: 'accepted', claim: null },
      { event: 'claimed', claim: 1, detail: 'image' },
      { event: 'step_began', step: 0 },
      { event: 'step_ended', step: 0, detail: 'succeeded' },
      { event: 'ended', detail: 'succeeded' },
    ],
  });
  expect(text).not.toContain(PROMPT);
});

test('a provider call is shown with its provider and possible cost, a refund with its reference', async () => {
  const { executionId } = await underReview(gateway.database, project.id);
  const { data, text } = await show(executionId);
  expect(data).toMatchObject({
    execution: { status: 'needs_review' },
    key: { id: 'key_one', name: null, publicId: null },
    calls: [{ step: 0, provider: 'openai', token: `${executionId}.0`, exposureMicros: 600, bookedMicros: null }],
    bookings: [{ kind: 'reserve', amountMicros: HELD }],
  });
  expect(text).not.toContain(PROMPT);
  const id = await accepted();
  await succeeded(id);
  await gateway.database.prisma.$queryRaw`SELECT ledger_fund(${project.id}, 'refund', 5, 'ticket-1', ${id})`;
  expect((await show(id)).data['bookings']).toContainEqual(
    expect.objectContaining({ kind: 'refund', amountMicros: 5, reference: 'ticket-1' }),
  );
});

test('a queued execution is cancelled at once, a running one is asked to stop, and each is recorded once', async () => {
  const [queued, running] = [await accepted(), await accepted()];
  const { store, lease } = await claimed(running);
  expect((await cancel(queued)).data.status).toBe('cancelled');
  expect((await cancel(running)).data.status).toBe('running');
  expect((await cancel(running)).data.status).toBe('running');
  expect((await store.watch([lease])).get(lease.claimToken)?.cancelRequested).toBe(true);
  const log = await gateway.operate<{ entries: readonly { act: string; target: string }[] }>(
    `GET /projects/${project.id}/audit?limit=50`,
    { session: admin },
  );
  const entries = log.data.entries.filter(({ act }) => act === 'execution.cancel');
  expect(entries).toMatchObject([
    { target: running, before: { status: 'running' }, after: { status: 'running' }, reason: 'a loop' },
    { target: queued, before: { status: 'queued' }, after: { status: 'cancelled' } },
  ]);
});

test('a finished execution cannot be cancelled, a MEMBER cannot cancel, and a missing execution is not found', async () => {
  const id = await accepted();
  const member = await gateway.memberSession(project.id, 'MEMBER');
  expect((await cancel(id, member)).error.message).toBe('project_permission_required');
  await succeeded(id);
  expect((await cancel(id)).error.message).toBe('execution_already_finished');
  const nobody = `exe_${'0'.repeat(26)}`;
  expect((await cancel(nobody)).error.message).toBe('not_found');
  expect((await show(nobody)).error.message).toBe('not_found');
});
