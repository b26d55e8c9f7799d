/** A paid result while the database cannot write: it is written once the database can, and paid once. */
import { Readable } from 'node:stream';
import { createWorkerStore, sweepDue } from '@farebox/executions';
import { micros } from '@farebox/kernel';
import { StorageUnavailableError } from '@farebox/storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Operation, OperationFailure, OutcomeUnknown } from './operation.ts';
import { type Fixture, WAIT, WRONG_ACCOUNTS, openFixture } from './testing/fixture.ts';
import { away, endsAgain, failingEnds, recovered, readOnly } from './testing/outages.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Pays, then runs `then` on the database, then has the response. */
function paying(then: () => Promise<unknown>) {
  const tokens: string[] = [];
  const work: Operation = async ({ external }) => {
    if (external.found.phase !== 'pending') throw new Error('a provider call was started before');
    await external.dispatch('entry');
    tokens.push(external.token);
    await then();
    return { artifacts: [], units: 3, result: { paid: true } };
  };
  return { tokens, work };
}

const waited = (warnings: readonly string[]) => warnings.filter((line) => line.includes('cannot be recorded yet'));

async function deliveredOnce(id: string, tokens: readonly string[]): Promise<void> {
  expect(await fixture.untilStatus(id, 'succeeded')).toMatchObject({
    chargedMicros: 21,
    output: { result: { paid: true } },
    steps: [{ status: 'succeeded', attempt: 1 }],
  });
  expect(tokens).toEqual([`${id}.0`]);
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
}

test.each([
  ['read-only', readOnly],
  ['away', away],
])('a database that is %s for some seconds loses no paid result', async (_, inject) => {
  const { tokens, work } = paying(() => inject(fixture));
  const worker = fixture.worker({ work });
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(waited(worker.warnings).length).toBeGreaterThanOrEqual(4), WAIT);
  await recovered(fixture);
  await deliveredOnce(id, tokens);
});

test.each(['53100', '53200', '53300', '57014', '58030', '42501'])(
  'a server that responds with %s while a paid step is recorded is waited for',
  async (state) => {
    const { tokens, work } = paying(() => failingEnds(fixture, state));
    const worker = fixture.worker({ work });
    const id = await fixture.accept([{}]);
    await fixture.notify(id);
    await vi.waitFor(() => expect(waited(worker.warnings).length).toBeGreaterThanOrEqual(2), WAIT);
    await endsAgain(fixture);
    await deliveredOnce(id, tokens);
  },
);

const reviewTimes = { backoffSeconds: 1, resolveSeconds: 3600 };

/** Repeats wake-ups as the keeper does, and makes lookups of reviews due at once. */
async function sweptUntil(reached: () => Promise<void>): Promise<void> {
  await vi.waitFor(
    async () => {
      await fixture.sql('UPDATE execution SET review_at = instant() WHERE review_at > now() AND claim_token IS NULL');
      const due = await sweepDue(fixture.database, 100);
      await fixture.notify(...due.map(({ id }) => id));
      await reached();
    },
    { timeout: 120_000, interval: 250 },
  );
}

test('an outage longer than the lease loses no response, whether the calls return in it or after it', async () => {
  const sent: string[] = [];
  const gates = new Map<string, () => void>();
  const payer: Operation = async ({ external }) => {
    // Plays a service that neither honours tokens nor offers a lookup.
    if (external.found.phase !== 'pending') throw new OutcomeUnknown('provider_does_not_answer');
    await external.dispatch('entry');
    sent.push(external.token);
    await new Promise<void>((resolve) => gates.set(external.token, resolve));
    return { artifacts: [], units: 3, result: { paid: external.token } };
  };
  for (let workers = 0; workers < 2; workers++) fixture.worker({ work: payer }, { leaseSeconds: 2, reviewTimes });
  const ids = await Promise.all(Array.from({ length: 4 }, () => fixture.accept([{}])));
  await fixture.notify(...ids);
  await vi.waitFor(() => expect(gates.size).toBe(4), WAIT);
  await away(fixture);
  const overMs = performance.now() + 4_500;
  ids.slice(0, 2).forEach((id) => gates.get(`${id}.0`)?.());
  await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(overMs), WAIT);
  await recovered(fixture);
  ids.slice(2).forEach((id) => gates.get(`${id}.0`)?.());
  await sweptUntil(async () => {
    for (const id of ids) expect(await fixture.get(id)).toMatchObject({ status: 'succeeded', chargedMicros: 21 });
  });
  expect([...sent].sort()).toEqual(ids.map((id) => `${id}.0`).sort());
  expect(await fixture.sql(WRONG_ACCOUNTS)).toEqual([]);
  await vi.waitFor(async () => expect(await repliesIn(fixture)).toEqual([]), WAIT);
});

async function repliesIn({ artifacts }: Fixture): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of artifacts.list('projects/')) keys.push(key);
  return keys;
}

test('the response to a call whose claim was lost meanwhile is taken by the next claim', async () => {
  const { promise: reply, resolve: comes } = Promise.withResolvers<void>();
  let [runs, sends] = [0, 0];
  const worker = fixture.worker(
    {
      work: async ({ external }) => {
        if (runs++ > 0) throw new Error('asked again');
        await external.dispatch('entry');
        sends++;
        await reply;
        throw new OperationFailure('content_rejected', { isReply: true, costMicros: micros(33n) });
      },
    },
    { reviewTimes },
  );
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(sends).toBe(1), WAIT);
  const other = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  await vi.waitFor(async () => {
    await fixture.sql(`UPDATE execution SET leased_until = instant() WHERE id = '${id}' AND epoch = 1`);
    const claimed = await other.claim({ projectId: fixture.projectId, id });
    expect(claimed).not.toBeNull();
    await other.handBack([claimed!]);
  }, WAIT);
  comes();
  await vi.waitFor(async () => expect(await repliesIn(fixture)).toHaveLength(1), WAIT);
  await vi.waitFor(() => expect(worker.running()).toBe(0), WAIT);
  await fixture.notify(id);
  await fixture.queue.notify('image', [{ projectId: fixture.projectId, executionId: id, epoch: 7 }]);
  expect(await fixture.untilStatus(id, 'failed')).toMatchObject({
    chargedMicros: 33,
    statusReason: 'content_rejected',
  });
  expect(runs).toBe(1);
});

test('no provider call is sent while the artifact store cannot write', async () => {
  let isAway = true;
  const artifacts = {
    ...fixture.artifacts,
    put: (...put: Parameters<typeof fixture.artifacts.put>) => {
      if (isAway && put[1] instanceof Readable) put[1].destroy();
      return isAway ? Promise.reject(new StorageUnavailableError('write', 'staged')) : fixture.artifacts.put(...put);
    },
  };
  const { tokens, work } = paying(() => Promise.resolve());
  const runs: unknown[] = [];
  const worker = fixture.worker(
    {
      work: (context) => {
        runs.push(context.external.found.phase);
        return work(context);
      },
    },
    { artifacts },
  );
  const id = await fixture.accept([{}]);
  await fixture.notify(id);
  await vi.waitFor(() => expect(runs).toEqual(['pending']), WAIT);
  // A worker that pauses an execution stops counting it as running a moment before the pause is written.
  const claims = () => fixture.sql('SELECT attempts, claim_token FROM execution');
  await vi.waitFor(async () => expect(await claims()).toEqual([{ attempts: 0, claim_token: null }]), WAIT);
  expect(worker.running()).toBe(0);
  expect([tokens, await fixture.sql('SELECT * FROM execution_step')]).toEqual([[], []]);
  isAway = false;
  await vi.waitFor(async () => {
    await fixture.sql('UPDATE execution SET run_at = instant() WHERE claim_token IS NULL AND finished_at IS NULL');
    await fixture.notify(id);
    expect(tokens).toHaveLength(1);
  }, WAIT);
  await deliveredOnce(id, tokens);
});
