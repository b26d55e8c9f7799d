/** Movements of money: held at acceptance, charged within the hold, the rest released, and everything adds up. */
// Modes: embedded.
import { describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { accepted, completed, quoted, settled, withoutRehearsal } from './client/executions.ts';
import { analysis, uploadedPng } from './client/files.ts';
import { identitiesOf, type WideIdentities } from './client/identities.ts';
import { makeIdentities } from './client/make-identities.ts';
import type { Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const FUNDED_MICROS = 5_000_000;

/** A project that no other test spends from. */
const ownProject = (): Promise<WideIdentities> => makeIdentities(['--wide', '--balance-micros', String(FUNDED_MICROS)]);
const usageOf = async ({ keysByScope }: WideIdentities): Promise<Usage> =>
  (await connect(keysByScope['usage:read']).get<Usage>('/tools/usage')).data;

// contract 4: "Usage {month: "YYYY-MM", currency, settledRequests, chargedMicros, heldMicros, availableMicros, monthlyCapMicros|null}"
// spec 2.7: "GET /tools/usage returns, for the current UTC month, the count of settled requests and the USD usage charge."
test('the usage of a new project is zero, for the current UTC month', async () => {
  const own = await ownProject();
  expect(await usageOf(own)).toEqual({
    month: new Date().toISOString().slice(0, 7),
    currency: 'USD',
    settledRequests: 0,
    chargedMicros: 0,
    heldMicros: 0,
    availableMicros: FUNDED_MICROS,
    monthlyCapMicros: 100_000_000,
  });
});

// spec 3: "Execution accepted: HTTP 202, execution ID returned, funds up to the maximum reservation held from the prepaid USD balance"
test.skipIf(withoutRehearsal())('acceptance moves exactly the maximum from available to held', async () => {
  const own = await ownProject();
  const { id, maximumChargeMicros } = await accepted(connect(own.key), 'rehearsal', { durationMs: 60_000 });
  expect(await usageOf(own)).toMatchObject({
    heldMicros: maximumChargeMicros,
    availableMicros: FUNDED_MICROS - maximumChargeMicros,
    chargedMicros: 0,
  });
  await connect(own.key).post(`/tools/executions/${id}/cancel`);
});

describe('settlement', () => {
  // spec 3: "Execution finished: Actual usage is fixed; the unused part of the reservation returns to the balance"
  // contract 4: "month = UTC month of the settlement"
  test('charges successes what they say, leaves no hold, and counts each once', async () => {
    const own = await ownProject();
    const mine = connect(own.key);
    const { id } = await uploadedPng(mine, { width: 300, height: 200 });
    const ends = [
      await completed(own, 'image-analyze', { source: { fileId: id } }),
      await completed(own, 'image-resize', { source: { fileId: id }, width: 100 }),
    ];
    const charged = ends.reduce((sum, { chargedMicros }) => sum + (chargedMicros ?? NaN), 0);
    expect(await usageOf(own)).toMatchObject({
      settledRequests: 2,
      chargedMicros: charged,
      heldMicros: 0,
      availableMicros: FUNDED_MICROS - charged,
    });
  });

  // spec 1.5: "On completion the actual cost is settled and the unused part of the reservation returns to the balance."
  test('releases the rest when a success used less than its maximum', async () => {
    const own = await ownProject();
    const { id } = await uploadedPng(connect(own.key), { width: 999, height: 562 });
    // A height of 2,250.25 pixels may be rounded either way until the picture is made: nine megapixels, or four thousand pixels more.
    const end = await completed(own, 'image-resize', { source: { fileId: id }, width: 4000, allowEnlargement: true });
    const charged = end.chargedMicros ?? NaN;
    expect(charged).toBeLessThan(end.maximumChargeMicros);
    expect(await usageOf(own)).toMatchObject({
      chargedMicros: charged,
      heldMicros: 0,
      availableMicros: FUNDED_MICROS - charged,
    });
  });

  // contract 5: "Failure and cancellation charge only the external cost that really arose."
  // contract 4: "a settled request is one whose settlement charged or succeeded"
  test.skipIf(withoutRehearsal())(
    'charges nothing and counts nothing for a failure without external cost',
    async () => {
      const own = await ownProject();
      const { id } = await accepted(connect(own.key), 'rehearsal', { outcome: 'fail' });
      expect(await settled(own, id)).toMatchObject({ status: 'failed', chargedMicros: 0, billing: [] });
      expect(await usageOf(own)).toMatchObject({
        settledRequests: 0,
        chargedMicros: 0,
        heldMicros: 0,
        availableMicros: FUNDED_MICROS,
      });
    },
  );
});

// contract 5: "Success charges at least the minimum. … Never above the hold."
// spec 8: "A charge never exceeds the maximum reservation."
// contract 4: "chargedMicros is null until settled; billing sums to it"
test.each([
  ['image-analyze', {}],
  ['image-resize', { width: 64 }],
])('%s charges from its minimum to its maximum, and its billing sums to the charge', async (tool, rest) => {
  const { id } = await uploadedPng(client, { width: 200, height: 150 });
  const args = { source: { fileId: id }, ...rest };
  const { maximumChargeMicros } = await quoted(client, tool, args);
  const end = await completed(keys, tool, args);
  expect(end.status).toBe('succeeded');
  expect(end.chargedMicros).toBeGreaterThanOrEqual(end.minimumChargeMicros);
  expect(end.chargedMicros).toBeLessThanOrEqual(maximumChargeMicros);
  expect(end.billing.reduce((sum, { amountMicros }) => sum + amountMicros, 0)).toBe(end.chargedMicros);
});

// contract 4: "billing: [{step, description, unit, quantity, amountMicros}]"
test('every billing line states its step, unit, quantity and amount', async () => {
  const end = await completed(keys, 'image-analyze', await analysis(client));
  expect(end.billing.length).toBeGreaterThan(0);
  for (const line of end.billing) {
    expect(line).toEqual({
      step: 0,
      description: expect.stringMatching(/\S/),
      unit: expect.stringMatching(/\S/),
      quantity: expect.toSatisfy(Number.isSafeInteger),
      amountMicros: expect.toSatisfy(Number.isSafeInteger),
    });
  }
});
