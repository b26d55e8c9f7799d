import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { receivedKey } from '@farebox/files';
import { micros } from '@farebox/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CancelledExternally, type ExternalStep, type Operation, OutcomeUnknown, TryLater } from './operation.ts';
import { BALANCE, type Fixture, MAXIMUM, WAIT, WRONG_ACCOUNTS, openFixture } from './testing/fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

const done = { artifacts: [], units: 1 };
const COST = micros(33n);
const reviewTimes = { backoffSeconds: 1, resolveSeconds: 3600 };
const found = ({ found: { ageSeconds: _, ...rest } }: ExternalStep) => rest;

async function notified(): Promise<string> {
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  return id;
}

const step = async (id: string) => (await fixture.sql(`SELECT * FROM execution_step WHERE execution_id = '${id}'`))[0];

test('the intent is in the database before anything is sent, and the response after it', async () => {
  const seen: unknown[] = [];
  fixture.worker({
    work: async ({ external }) => {
      expect(found(external)).toEqual({ phase: 'pending', provider: null, ref: null, inReview: false });
      expect(await external.dispatch('entry')).toBe('committed');
      seen.push(await step(external.token.split('.')[0]!));
      await external.submitted('prediction-1');
      seen.push(await step(external.token.split('.')[0]!));
      return { ...done, costMicros: COST };
    },
  });
  const id = await notified();
  expect(await fixture.untilStatus(id, 'succeeded')).toMatchObject({ chargedMicros: 10 });
  expect(seen).toMatchObject([
    { status: 'dispatching', token: `${id}.0`, ref: null, exposure_micros: MAXIMUM },
    { status: 'submitted', token: `${id}.0`, ref: 'prediction-1' },
  ]);
  expect(await step(id)).toMatchObject({ status: 'succeeded', cost_micros: 33n, token: `${id}.0` });
});

test('a withdrawn intent leaves no open call, and a pause is not an attempt', async () => {
  const runs: unknown[] = [];
  fixture.worker({
    work: async ({ external }) => {
      runs.push(found(external));
      if (runs.length > 1) return done;
      await external.dispatch('entry');
      await external.undelivered();
      throw new TryLater(1);
    },
  });
  const id = await notified();
  await vi.waitFor(async () => expect(await step(id)).toMatchObject({ status: 'pending' }), WAIT);
  const execution = await hurried(id, status(id, 'succeeded'));
  expect(execution.steps).toMatchObject([{ attempt: 1 }]);
  expect(runs).toEqual(Array(2).fill({ phase: 'pending', provider: null, ref: null, inReview: false }));
});

test('the seconds that are left count from the start of the execution, not from that of the call', async () => {
  const left: number[] = [];
  fixture.worker({
    work: async ({ external }) => {
      left.push(external.secondsLeft());
      if (left.length > 1) return done;
      throw new TryLater(1);
    },
  });
  const id = await notified();
  await vi.waitFor(async () => {
    const [row] = await fixture.sql(`SELECT claim_token FROM execution WHERE id = '${id}' AND status = 'running'`);
    expect(row).toEqual({ claim_token: null });
  }, WAIT);
  await fixture.sql(`UPDATE execution SET started_at = started_at - interval '20 seconds' WHERE id = '${id}'`);
  await hurried(id, status(id, 'succeeded'));
  const [first = NaN, second = NaN] = left;
  expect(second).toBeGreaterThan(0);
  expect(second).toBeLessThanOrEqual(first - 20);
});

/** Ends every pause of an execution at once and repeats its wake-up, until `reached` no longer rejects. */
const hurried = <T>(id: string, reached: () => Promise<T>): Promise<T> =>
  vi.waitFor(async () => {
    await fixture.sql(
      `UPDATE execution SET run_at = instant(), review_at = CASE WHEN review_at IS NOT NULL THEN instant() END
       WHERE id = '${id}' AND claim_token IS NULL AND finished_at IS NULL`,
    );
    await fixture.notify(id);
    return await reached();
  }, WAIT);

const status = (id: string, expected: string) => async () => {
  const execution = await fixture.get(id);
  expect(execution.status).toBe(expected);
  return execution;
};

test('nothing may be sent after a cancel request, and nothing is charged', async () => {
  const replies: string[] = [];
  fixture.worker({
    work: async ({ external, signal }) => {
      await fixture.executions.requestCancel({
        projectId: fixture.projectId,
        id: external.token.split('.')[0]!,
        keyLineage: 'key_one',
        role: 'MEMBER',
      });
      replies.push(await external.dispatch('entry'));
      await vi.waitFor(() => signal.throwIfAborted(), { timeout: 1, interval: 1 }).catch(() => {});
      throw new CancelledExternally();
    },
  });
  const id = await notified();
  expect(await fixture.untilStatus(id, 'cancelled')).toMatchObject({ chargedMicros: 0, cancelRequested: true });
  expect(replies).toEqual(['refused']);
});

test.each([
  ['simulated-tool-acme', 300],
  ['tool-acme', 3600],
])('the review of a call to %s ends after %i seconds', async (provider, seconds) => {
  const work: Operation = async ({ external }) => {
    await external.dispatch(provider);
    throw new OutcomeUnknown('provider_does_not_answer');
  };
  fixture.worker({ work }, { reviewTimes: { ...reviewTimes, simulatedResolveSeconds: 300 } });
  const id = await fixture.accept([{ parameters: { provider } }]);
  await fixture.notify(id);
  const { review } = await fixture.untilStatus(id, 'needs_review');
  expect(Date.parse(review!.resolveBy) - Date.parse(review!.since)).toBe(seconds * 1000);
});

test('an unknown outcome keeps the hold under review, until a lookup finds the result', async () => {
  const runs: unknown[] = [];
  const work: Operation = async ({ external }) => {
    runs.push(found(external));
    if (runs.length === 1) await external.dispatch('entry');
    if (runs.length < 4) throw new OutcomeUnknown('provider_does_not_answer');
    return done;
  };
  fixture.worker({ work }, { reviewTimes });
  const id = await notified();
  const execution = await fixture.untilStatus(id, 'needs_review');
  expect(execution).toMatchObject({
    chargedMicros: null,
    steps: [{ status: 'unknown' }],
    review: { step: 0, reason: 'provider_does_not_answer', exposureMicros: Number(MAXIMUM) },
  });
  const { since, resolveBy } = execution.review!;
  expect(Date.parse(resolveBy) - Date.parse(since)).toBe(3600_000);
  expect(await fixture.balance()).toMatchObject({ available_micros: BALANCE - MAXIMUM, held_micros: MAXIMUM });
  const ended = await hurried(id, status(id, 'succeeded'));
  expect(ended).toMatchObject({ review: null, chargedMicros: 10, steps: [{ status: 'succeeded', attempt: 1 }] });
  expect(runs.slice(1)).toEqual(Array(3).fill({ phase: 'unknown', provider: 'entry', ref: null, inReview: true }));
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
});

test('a response that nobody could read is kept for the operator of the review', async () => {
  const response = Buffer.from('{"data":[{"b64_json":"');
  const work: Operation = async ({ external }) => {
    await external.dispatch('entry');
    throw new OutcomeUnknown('provider_does_not_answer', { received: response });
  };
  fixture.worker({ work }, { reviewTimes });
  const id = await notified();
  await fixture.untilStatus(id, 'needs_review');
  const key = receivedKey({ projectId: fixture.projectId, executionId: id, step: 0 });
  expect(await fixture.artifacts.stat(key)).toMatchObject({ sizeBytes: response.length });
  expect(await buffer(await fixture.artifacts.read(key))).toEqual(response);
});

test('nothing can be sent under review, and after the result is found the next step runs', async () => {
  const replies: string[] = [];
  let runs = 0;
  const first: Operation = async ({ external }) => {
    if (runs++ > 0) {
      replies.push(await external.dispatch('entry'));
      return done;
    }
    await external.dispatch('entry');
    throw new OutcomeUnknown('provider_does_not_answer');
  };
  fixture.worker({ first, work: async () => done }, { reviewTimes });
  const id = await fixture.accept([{ operation: 'first' }, {}]);
  await fixture.notify(id);
  await fixture.untilStatus(id, 'needs_review');
  expect(await hurried(id, status(id, 'succeeded'))).toMatchObject({ steps: [{ status: 'succeeded' }, {}] });
  expect(replies).toEqual(['refused']);
});

test('a call found open after a crash does not end without an outcome, however often workers crash', async () => {
  let runs = 0;
  const work: Operation = async ({ external }) => {
    if (runs++ === 0) await external.dispatch('entry');
    throw new Error('crashed');
  };
  fixture.worker({ work }, { reviewTimes });
  const id = await notified();
  expect(await hurried(id, status(id, 'needs_review'))).toMatchObject({ review: { reason: 'attempts_exhausted' } });
  expect(await fixture.sql('SELECT attempts FROM execution')).toEqual([{ attempts: 5 }]);
});

test('a worker that lost its execution learns so before it can send', async () => {
  const errors: unknown[] = [];
  fixture.worker({
    work: async ({ external, signal }) => {
      await fixture.sql(`UPDATE execution SET claim_token = gen_random_uuid()`);
      await external.dispatch('entry').catch((error: unknown) => errors.push(error));
      expect(signal.aborted).toBe(true);
      throw new Error('stopped');
    },
  });
  await notified();
  await vi.waitFor(() => expect(errors).toMatchObject([{ name: 'WorkStopped', reason: 'lost' }]), WAIT);
  expect(await fixture.sql('SELECT * FROM execution_step')).toEqual([]);
});

test('a paid result is kept while the store is briefly unavailable', async () => {
  let failures = 0;
  const artifacts = {
    ...fixture.artifacts,
    put: (...put: Parameters<typeof fixture.artifacts.put>) => {
      if (put[1] instanceof Readable && failures > 0) put[1].destroy();
      return failures-- > 0 ? Promise.reject(new Error('the store is away')) : fixture.artifacts.put(...put);
    },
  };
  let sends = 0;
  const work: Operation = async ({ external, directory }) => {
    await external.dispatch('entry');
    sends++;
    failures = 2;
    await writeFile(join(directory, 'paid.txt'), 'paid');
    return { artifacts: [{ path: join(directory, 'paid.txt'), mimeType: 'text/plain' }], units: 1 };
  };
  fixture.worker({ work }, { artifacts });
  const id = await notified();
  expect((await fixture.untilStatus(id, 'succeeded')).output.artifacts).toMatchObject([{ sizeBytes: 4 }]);
  expect(sends).toBe(1);
});
