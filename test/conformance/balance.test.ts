/** Balance and monthly cap: exact to the micro-dollar, and never an obstacle to a replay. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { execute, newIdempotencyKey, quote, quoted, settled } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { makeIdentities } from './client/make-identities.ts';
import type { Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
let unitMicros: number;

beforeAll(async () => {
  const price = await quote(connect(keys.key), 'image-analyze', await analysis(connect(keys.key)));
  unitMicros = price.maximumChargeMicros;
});

const usageOf = async (key: string): Promise<Usage> => (await connect(key).get<Usage>('/tools/usage')).data;

// contract 2: "insufficient_balance, monthly_cap_reached (both with details.availableMicros/requiredMicros, no Retry-After)"
// spec 8: "A 429 also results from insufficient prepaid USD balance or the monthly cap."
test.each([
  ['keyPoor', '429 insufficient_balance'],
  ['keyCapped', '429 monthly_cap_reached'],
] as const)(
  '%s is answered %s with what there is and what it takes, and without Retry-After',
  async (name, outcome) => {
    const client = connect(keys[name]);
    const reply = await execute(client, await quoted(client, 'image-analyze', await analysis(client)));
    expect(reply.outcome).toBe(outcome);
    expect(reply.headers.get('retry-after')).toBeNull();
    const details = reply.error.details as Record<string, number>;
    expect(details['requiredMicros']).toBe(unitMicros);
    expect(details['availableMicros']).toBeLessThan(unitMicros);
  },
);

// contract 3: "A refused request never consumes its key."
test('a request that exceeds balance or cap is not accepted: no execution, no hold', async () => {
  for (const key of [keys.keyPoor, keys.keyCapped]) {
    const client = connect(key);
    await execute(client, await quoted(client, 'image-analyze', await analysis(client)));
    expect((await client.get('/tools/executions')).data).toEqual({ executions: [], nextBefore: null });
    expect(await usageOf(key)).toMatchObject({ heldMicros: 0, chargedMicros: 0, settledRequests: 0 });
  }
});

// contract 3: "A replay therefore succeeds at zero balance"
test('the last micro-dollar can be spent; then a replay succeeds at zero balance and a new request does not', async () => {
  const tight = await makeIdentities(['--wide', '--balance-micros', String(unitMicros)]);
  const client = connect(tight.key);
  const request = await quoted(client, 'image-analyze', await analysis(client));
  const idempotencyKey = newIdempotencyKey();
  const first = await execute(client, request, idempotencyKey);
  expect(first.outcome).toBe('202');
  await settled(tight, first.data.id);
  expect((await usageOf(tight.key)).availableMicros).toBe(0);
  expect((await execute(client, request)).outcome).toBe('429 insufficient_balance');
  const replay = await execute(client, request, idempotencyKey);
  expect([replay.outcome, replay.data.id]).toEqual(['200', first.data.id]);
});

// contract 3: "A refused request never consumes its key."
test('a balance that is one micro-dollar short refuses the request', async () => {
  const tight = await makeIdentities(['--wide', '--balance-micros', String(unitMicros - 1)]);
  const client = connect(tight.key);
  const reply = await execute(client, await quoted(client, 'image-analyze', await analysis(client)));
  expect(reply.outcome).toBe('429 insufficient_balance');
  expect(reply.error.details).toEqual({ availableMicros: unitMicros - 1, requiredMicros: unitMicros });
});

// contract 5: "Monthly cap (per project, nullable, default 100 USD): settled this month + held + this maximum must stay ≤ cap."
test('a cap for two executions accepts two, settled or held, and refuses a third', async () => {
  const capped = await makeIdentities(['--wide', '--cap-micros', String(2 * unitMicros)]);
  const client = connect(capped.key);
  const request = await quoted(client, 'image-analyze', await analysis(client));
  const first = await execute(client, request);
  await settled(capped, first.data.id);
  expect((await execute(client, request)).outcome).toBe('202');
  const third = await execute(client, request);
  expect(third.outcome).toBe('429 monthly_cap_reached');
  expect(third.error.details).toEqual({ availableMicros: 0, requiredMicros: unitMicros });
});

// contract 5: "availableMicros of monthly_cap_reached is what the cap leaves."
test('the remaining cap is reported to the micro-dollar, whatever the balance is', async () => {
  const capped = await makeIdentities(['--wide', '--cap-micros', String(2 * unitMicros - 1)]);
  const client = connect(capped.key);
  const request = await quoted(client, 'image-analyze', await analysis(client));
  expect((await execute(client, request)).outcome).toBe('202');
  const { error } = await execute(client, request);
  expect([error.message, error.details]).toEqual([
    'monthly_cap_reached',
    { availableMicros: unitMicros - 1, requiredMicros: unitMicros },
  ]);
});

// contract 5: "Monthly cap (per project, nullable, default 100 USD)"
test('the cap is 100 USD by default, and can be removed', async () => {
  expect((await usageOf(keys.key)).monthlyCapMicros).toBe(100_000_000);
  expect((await usageOf(keys.keyBurst)).monthlyCapMicros).toBeNull();
});
