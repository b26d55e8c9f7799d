/** The charge of an execution that failed after provider calls. */
import { text } from 'node:stream/consumers';
import { receivedKey } from '@farebox/files';
import { type Micros, micros } from '@farebox/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CancelledExternally, type Operation, OperationFailure } from './operation.ts';
import { type Fixture, WAIT, WRONG_ACCOUNTS, openFixture } from './testing/fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const done = { artifacts: [], units: 1 };
const COST = micros(33n);

test.each<[string, Operation, object]>([
  [
    'a failure that the provider billed',
    async ({ external }) => {
      await external.dispatch('entry');
      throw new OperationFailure('content_rejected', { isReply: true, costMicros: COST });
    },
    { status: 'failed', chargedMicros: 33, error: { message: 'content_rejected' }, billing: [{ amountMicros: 33 }] },
  ],
  [
    'a failure that cost nothing',
    async ({ external }) => {
      await external.dispatch('entry');
      throw new OperationFailure('content_rejected', { isReply: true });
    },
    { status: 'failed', chargedMicros: 0, billing: [] },
  ],
  [
    'a failure that cost more than the hold',
    async ({ external }) => {
      await external.dispatch('entry');
      throw new OperationFailure('content_rejected', { isReply: true, costMicros: micros(5_000n) });
    },
    { status: 'failed', chargedMicros: 100, billing: [{ amountMicros: 100 }] },
  ],
  [
    'a call that the provider cancelled halfway',
    async ({ external }) => {
      await external.dispatch('entry');
      throw new CancelledExternally({ costMicros: COST });
    },
    { status: 'cancelled', chargedMicros: 33 },
  ],
])('%s is charged its real cost, within the hold', async (_, work, expected) => {
  fixture.worker({ work });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  expect(await fixture.untilStatus(id, (expected as { status: 'failed' }).status)).toMatchObject(expected);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});

test('a result that cannot be delivered ends as a fault of the service: free, on record, and kept as it was received', async () => {
  const received = Buffer.from('no decoder reads this');
  const basis = { provider: 'entry', model: 'm', statedMicros: COST, derivedMicros: null, invoiceAfterSeconds: null };
  const options = { isReply: true, costMicros: micros(0n), basis, received };
  fixture.worker({
    async work({ external }) {
      await external.dispatch('entry');
      throw new OperationFailure('provider_output_invalid', options);
    },
  });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  const error = { status: 'UNAVAILABLE', message: 'provider_output_invalid' };
  expect(await fixture.untilStatus(id, 'failed')).toMatchObject({ chargedMicros: 0, billing: [], error });
  const costs = await fixture.sql('SELECT booked_micros, stated_micros, margin_micros FROM provider_cost');
  expect(costs).toEqual([{ booked_micros: 0n, stated_micros: 33n, margin_micros: -33n }]);
  const key = receivedKey({ projectId: fixture.projectId, executionId: id, step: 0 });
  expect((await fixture.artifacts.stat(key))?.sizeBytes).toBe(received.length);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});

test('output that a provider delivered before a later step failed is charged its price if its cost was not reported', async () => {
  fixture.worker({ work: () => Promise.resolve(done), refuse }, { engine: 'provider' });
  const id = await fixture.accept([{ engine: 'provider' }, { engine: 'provider', operation: 'refuse' }]);
  await fixture.queue.notify('provider', [{ projectId: fixture.projectId, executionId: id, epoch: 0 }]);
  const billing = [{ step: 0, amountMicros: 7 }];
  expect(await fixture.untilStatus(id, 'failed')).toMatchObject({ chargedMicros: 7, billing });
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});

const refuse: Operation = () => Promise.reject(new OperationFailure('content_rejected'));

/** Violations that the ledger check finds for it. */
const found = (id: string) =>
  fixture.sql(
    `SELECT * FROM ledger_check_executions(ARRAY(SELECT project_id FROM execution WHERE id = '${id}'), ARRAY['${id}']) UNION ALL SELECT * FROM ledger_check_costs(ARRAY(SELECT project_id FROM execution WHERE id = '${id}'), ARRAY['${id}'])`,
  );

const UNSTORABLE = 'a\u0000b';

/** A provider is paid for a result that the database cannot store. */
const unstorable =
  (costMicros: Micros | null): Operation =>
  async ({ external }) => {
    await external.dispatch('entry');
    const basis = {
      provider: 'p',
      model: 'm',
      statedMicros: costMicros,
      derivedMicros: null,
      invoiceAfterSeconds: null,
    };
    return { ...done, result: UNSTORABLE, ...(costMicros === null ? {} : { costMicros, basis }) };
  };

test('if a cancel arrives while the database refuses a paid result, the cost stays with its step', async () => {
  const work: Operation = async (context) => {
    const made = await unstorable(COST)(context);
    const id = context.external.token.split('.')[0]!;
    await fixture.executions.requestCancel({ projectId: fixture.projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
    await vi.waitFor(() => expect(context.signal.aborted).toBe(true), WAIT);
    return made;
  };
  fixture.worker({ work }, { engine: 'provider' });
  const id = await fixture.accept([{ engine: 'provider' }]);
  await fixture.queue.notify('provider', [{ projectId: fixture.projectId, executionId: id, epoch: 0 }]);
  expect(await fixture.untilStatus(id, 'cancelled')).toMatchObject({
    chargedMicros: 33,
    steps: [{ status: 'cancelled', chargedMicros: 33 }],
  });
  expect(await found(id)).toEqual([]);
});

test.each([null, COST])(
  'a result that the database cannot store is free, kept, and its cost on record: stated as %s',
  async (stated) => {
    const work = unstorable(stated);
    fixture.worker({ work }, { engine: 'provider' });
    const id = await fixture.accept([{ engine: 'provider' }]);
    await fixture.sql('UPDATE execution SET attempts = 4');
    await fixture.queue.notify('provider', [{ projectId: fixture.projectId, executionId: id, epoch: 0 }]);
    expect(await fixture.untilStatus(id, 'failed')).toMatchObject({
      statusReason: 'attempts_exhausted',
      chargedMicros: 0,
      billing: [],
      steps: [{ status: 'failed', chargedMicros: 0 }],
    });
    const costs = await fixture.sql('SELECT booked_micros, stated_micros, margin_micros FROM provider_cost');
    expect(costs).toEqual(stated === null ? [] : [{ booked_micros: 0n, stated_micros: 33n, margin_micros: -33n }]);
    const key = receivedKey({ projectId: fixture.projectId, executionId: id, step: 0 });
    expect(await text(await fixture.artifacts.read(key))).toBe(JSON.stringify(UNSTORABLE));
    expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
    expect(await found(id)).toEqual([]);
  },
);
