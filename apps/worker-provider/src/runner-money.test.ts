/** Units, costs and results that a runner states are believed in bounds, and never become a charge that was not bought. */
import { micros } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { failureOf, openShop, stated } from './testing/runner-shop.ts';
import { DONE, SECRETS } from './testing/runner.ts';

test('units above the bought ones are charged as those, and are a finding', async () => {
  await using shop = await openShop(stated({ units: 6 }));
  expect(await shop.call().run()).toMatchObject({ units: 5 });
  expect(shop.fixture.findings).toEqual(['tool-acme-read-text units']);
});

test.each(['-1', 'NaN', 0.5, '1e3', null])('a cost of %j counts as not stated, and is a finding', async (usd) => {
  await using shop = await openShop(stated({ cost: { usd } }));
  expect(await shop.call().run()).toMatchObject({ units: 2, costMicros: 0n, basis: { statedMicros: null } });
  expect(shop.fixture.findings).toEqual(['tool-acme-read-text cost']);
});

test('a cost above the hold is booked up to the hold', async () => {
  await using shop = await openShop(stated({ cost: { usd: '12.5' } }));
  expect(await shop.call().run()).toMatchObject({ costMicros: 500_000n, basis: { statedMicros: 12_500_000n } });
});

test.each([
  ['content_rejected', 'content_rejected'],
  ['request_rejected', 'provider_rejected'],
  ['other', 'provider_failed'],
])('a failure for %s is told as %s, and costs nothing by default', async (reason, told) => {
  await using shop = await openShop({
    work: () => ({ status: 'failed', reason, billed: true, cost: { usd: '0.0004' } }),
  });
  const failure = await failureOf(shop.call());
  expect(failure).toMatchObject({ reason: told, isReply: true, costMicros: 0n, basis: { statedMicros: 400n } });
});

test.each([
  ['stated', { billed: true, cost: { usd: '0.0004' } }, 400n],
  ['stated', { billed: false, cost: { usd: '0.0004' } }, null],
  ['stated', { billed: true }, 0n],
  ['stated', { billed: true, cost: { usd: '-7' } }, 0n],
  ['none', { billed: false, cost: { usd: '0.0004' } }, null],
] as const)('onFailure: %s, a failure with %j costs %s', async (onFailure, more, costMicros) => {
  await using shop = await openShop({ work: () => ({ status: 'failed', ...more }) }, { onFailure });
  expect((await failureOf(shop.call())).costMicros).toBe(costMicros);
});

test('a result that does not fit the manifest cannot be delivered, and the operator bears its cost', async () => {
  const schema = {
    type: 'object',
    required: ['lines'],
    properties: { lines: { type: 'array', items: { type: 'string' } } },
  };
  const manifest = { output: { result: schema }, test: { simulate: { result: { lines: [] } } } };
  for (const result of [{ lines: [7] }, {}, undefined]) {
    await using shop = await openShop(stated({ result, cost: { usd: '0.01' } }), { manifest });
    expect(await failureOf(shop.call())).toMatchObject({
      reason: 'provider_output_invalid',
      costMicros: micros(0),
      basis: { statedMicros: 10_000n },
      received: expect.any(Buffer),
    });
  }
});

test.each([
  ['none', 0n],
  ['stated', 400n],
] as const)(
  'onFailure: %s, a run with a file that cannot be downloaded costs %s after a cancel',
  async (onFailure, costMicros) => {
    const output = { mimeTypes: ['image/png'], sizeBytesMax: 1000 };
    let stop = (): void => {};
    let artifacts: readonly object[] = [];
    const body = (): object => ({ ...DONE, artifacts, cost: { usd: '0.0004' } });
    await using shop = await openShop({ fault: () => (stop(), { body: body(), secret: SECRETS[0] }) }, { onFailure });
    artifacts = [{ url: `${shop.runner.url}/absent` }];
    const step = shop.call({ outputs: [output] });
    Object.assign(step.journal, { phase: 'submitted', provider: 'tool-acme-read-text', ref: 'exe_run.0' });
    stop = () => step.stop('cancel');
    expect(await failureOf(step)).toMatchObject({
      reason: 'provider_output_unavailable',
      costMicros,
      basis: { statedMicros: 400n },
    });
  },
);
