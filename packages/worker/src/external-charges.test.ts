/** What an execution that did not succeed is charged for its paid calls. */
import { micros } from '@tollgate/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CancelledExternally, type Operation, OperationFailure } from './operation.ts';
import { type Ground, WRONG_ACCOUNTS, openGround } from './testing/ground.ts';

let ground: Ground;
beforeEach(async () => {
  ground = await openGround();
});
afterEach(async () => {
  await ground[Symbol.asyncDispose]();
});

const done = { artifacts: [], units: 1 };
const COST = micros(33n);

test.each<[string, Operation, object]>([
  [
    'a failure that the provider billed',
    async ({ external }) => {
      await external.dispatch();
      throw new OperationFailure('content_rejected', { isAnswer: true, costMicros: COST });
    },
    { status: 'failed', chargedMicros: 33, error: { message: 'content_rejected' }, billing: [{ amountMicros: 33 }] },
  ],
  [
    'a failure that cost nothing',
    async ({ external }) => {
      await external.dispatch();
      throw new OperationFailure('content_rejected', { isAnswer: true });
    },
    { status: 'failed', chargedMicros: 0, billing: [] },
  ],
  [
    'a failure that cost more than the hold',
    async ({ external }) => {
      await external.dispatch();
      throw new OperationFailure('content_rejected', { isAnswer: true, costMicros: micros(5_000n) });
    },
    { status: 'failed', chargedMicros: 100, billing: [{ amountMicros: 100 }] },
  ],
  [
    'what the provider stopped half-way',
    async ({ external }) => {
      await external.dispatch();
      throw new CancelledExternally({ costMicros: COST });
    },
    { status: 'cancelled', chargedMicros: 33 },
  ],
])('%s is charged its real cost, within the hold', async (_, work, expected) => {
  ground.worker({ work });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  expect(await ground.untilStatus(id, (expected as { status: 'failed' }).status)).toMatchObject(expected);
  expect(await ground.sql(WRONG_ACCOUNTS)).toEqual([]);
});

test('what a provider delivered before a later step failed is charged its price where its cost was not stated', async () => {
  ground.worker({ work: () => Promise.resolve(done), refuse }, { engine: 'provider' });
  const id = await ground.accept([{ engine: 'provider' }, { engine: 'provider', operation: 'refuse' }]);
  await ground.queue.nudge('provider', [{ projectId: ground.projectId, executionId: id, epoch: 0 }]);
  const billing = [{ step: 0, amountMicros: 7 }];
  expect(await ground.untilStatus(id, 'failed')).toMatchObject({ chargedMicros: 7, billing });
  expect(await ground.sql(WRONG_ACCOUNTS)).toEqual([]);
});

const refuse: Operation = () => Promise.reject(new OperationFailure('content_rejected'));

test.each([
  [null, 0],
  [COST, 33],
])(
  'what the database cannot hold is not delivered: a cost stated as %s is charged %i',
  async (stated, chargedMicros) => {
    const made = { ...done, result: 'a\u0000b', ...(stated === null ? {} : { costMicros: stated }) };
    ground.worker({ work: () => Promise.resolve(made) }, { engine: 'provider' });
    const id = await ground.accept([{ engine: 'provider' }]);
    await ground.sql('UPDATE execution SET attempts = 4');
    await ground.queue.nudge('provider', [{ projectId: ground.projectId, executionId: id, epoch: 0 }]);
    expect(await ground.untilStatus(id, 'failed')).toMatchObject({ statusReason: 'attempts_exhausted', chargedMicros });
    expect(await ground.sql(WRONG_ACCOUNTS)).toEqual([]);
  },
);
