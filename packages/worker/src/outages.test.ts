/** What was paid for while the database cannot write: it is written once the database can, and paid for once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Operation } from './operation.ts';
import { type Ground, WAIT, WRONG_ACCOUNTS, openGround } from './testing/ground.ts';
import { away, endsAgain, failingEnds, healed, readOnly } from './testing/outages.ts';

let ground: Ground;
beforeEach(async () => {
  ground = await openGround();
});
afterEach(async () => {
  await ground[Symbol.asyncDispose]();
});

const LONG = { timeout: 60_000 };

/** Pays; then something happens to the database; then the answer is in hand. */
function paying(then: () => Promise<unknown>) {
  const tokens: string[] = [];
  const work: Operation = async ({ external }) => {
    if (external.found.phase !== 'pending') throw new Error('a paid call was begun before');
    await external.dispatch();
    tokens.push(external.token);
    await then();
    return { artifacts: [], units: 3, result: { paid: true } };
  };
  return { tokens, work };
}

const waited = (warnings: readonly string[]) => warnings.filter((line) => line.includes('cannot be recorded yet'));

async function deliveredOnce(id: string, tokens: readonly string[]): Promise<void> {
  expect(await ground.untilStatus(id, 'succeeded')).toMatchObject({
    chargedMicros: 21,
    output: { result: { paid: true } },
    steps: [{ status: 'succeeded', attempt: 1 }],
  });
  expect(tokens).toEqual([`${id}.0`]);
  expect(await ground.sql(WRONG_ACCOUNTS)).toEqual([]);
}

test.each([
  ['read-only', readOnly],
  ['away', away],
])('a database that is %s for some seconds costs nothing that was paid for', LONG, async (_, strike) => {
  const { tokens, work } = paying(() => strike(ground));
  const worker = ground.worker({ work });
  const id = await ground.accept([{}]);
  await ground.nudge(id);
  await vi.waitFor(() => expect(waited(worker.warnings).length).toBeGreaterThanOrEqual(4), WAIT);
  await healed(ground);
  await deliveredOnce(id, tokens);
});

test.each(['53100', '53200', '53300', '57014', '58030', '42501'])(
  'a server that answers %s where a paid step is recorded is waited for',
  LONG,
  async (state) => {
    const { tokens, work } = paying(() => failingEnds(ground, state));
    const worker = ground.worker({ work });
    const id = await ground.accept([{}]);
    await ground.nudge(id);
    await vi.waitFor(() => expect(waited(worker.warnings).length).toBeGreaterThanOrEqual(2), WAIT);
    await endsAgain(ground);
    await deliveredOnce(id, tokens);
  },
);
