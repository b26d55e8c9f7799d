/** Calls of tools of teams at a real runner over HTTP, which misbehaves on purpose. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CancelledExternally, LacksOperation, OutcomeUnknown, PlacesTaken, TryLater } from '@farebox/worker';
import { expect, test } from 'vitest';
import { openShop, stated } from './testing/runner-shop.ts';
import { DONE, type RunnerScript, SECRETS, startRunner } from './testing/runner.ts';

test('a run is begun once, gets what was bought and nothing of the project, and its statement is delivered', async () => {
  await using shop = await openShop(stated({ cost: { usd: '0.0011' } }));
  const step = shop.call();
  expect(await step.run()).toMatchObject({
    artifacts: [],
    result: { lines: ['FAREBOX'] },
    units: 2,
    costMicros: 1100n,
    basis: { provider: 'tool-acme-read-text', model: '1', statedMicros: 1100n },
  });
  expect(shop.runner.begun).toEqual([
    {
      protocol: 1,
      tool: 'acme-read-text',
      version: 1,
      arguments: { page: 3 },
      inputs: [],
      outputs: [],
      limits: { deadline: expect.any(String), unitsMax: 5, costMaxUsd: '0.500000' },
    },
  ]);
  expect(JSON.stringify(shop.runner.begun)).not.toMatch(/project-one|org-one/);
  expect([shop.runner.asked, shop.fixture.findings, step.journal.writes]).toEqual([
    ['PUT'],
    [],
    ['dispatch', 'submitted'],
  ]);
});

test('a run that takes longer is looked up, and its progress is reported', async () => {
  let asks = 0;
  await using shop = await openShop({
    work: () => ({ status: 'running', progress: 0.25 }),
    fault: ({ method }) =>
      method === 'GET' && ++asks === 2 ? { body: { ...DONE, units: 1 }, secret: SECRETS[0] } : undefined,
  });
  expect(await shop.call().run()).toMatchObject({ units: 1 });
  expect(shop.fixture.progress.map((read) => read())).toEqual([0.25]);
  expect(shop.runner.asked).toEqual(['PUT', 'GET', 'GET']);
});

const LOST = { cut: true } as const;

test('an answer lost after acceptance is asked for, and the work is done once', async () => {
  await using shop = await openShop({
    ...stated({}),
    fault: ({ method }) => (method === 'PUT' ? LOST : undefined),
  });
  expect(await shop.call().run()).toMatchObject({ units: 2 });
  expect([shop.runner.begun.length, shop.runner.asked]).toEqual([1, ['PUT', 'GET']]);
});

test('a request lost before acceptance is sent again only to a runner that is idempotent', async () => {
  const before = { ...LOST, isBefore: true } as const;
  const script: RunnerScript = {
    ...stated({}),
    fault: ({ method, times }) => (method === 'PUT' && times === 1 ? before : undefined),
  };
  await using twice = await openShop(script, { idempotent: true });
  expect(await twice.call().run()).toMatchObject({ units: 2 });
  expect([twice.runner.begun.length, twice.runner.asked]).toEqual([1, ['PUT', 'GET', 'PUT']]);
  await using once = await openShop(script);
  await expect(once.call().run()).rejects.toMatchObject({ reason: 'provider_does_not_know_the_call' });
  expect([once.runner.begun.length, once.runner.asked.filter((line) => line === 'PUT')]).toEqual([0, ['PUT']]);
});

const RESULT = { ...DONE, units: 5, cost: { usd: '0.4' } };

test.each<readonly [what: string, fault: object]>([
  ['unsigned', { body: RESULT }],
  ['signed by another secret', { body: RESULT, secret: SECRETS[1] }],
  [
    'a redirect',
    { status: 307, headers: { location: '/farebox/v1/runs/elsewhere' }, body: RESULT, secret: SECRETS[0] },
  ],
  ['too large', { body: { ...RESULT, filler: 'x'.repeat(140_000) }, secret: SECRETS[0] }],
  ['of an unknown status', { body: { ...RESULT, status: 'finished' }, secret: SECRETS[0] }],
  ['no JSON', { body: '<html>', secret: SECRETS[0] }],
  ['an unsigned 401', { status: 401, body: '' }],
  ['an unsigned refusal', { status: 422, body: { status: 'failed', billed: false } }],
])('a response that is %s is never a result: the outcome stays open', async (_, fault) => {
  await using shop = await openShop({ work: () => ({ status: 'running' }), fault: () => fault });
  const step = shop.call();
  await expect(step.run()).rejects.toThrow(OutcomeUnknown);
  expect([shop.runner.begun.length, new Set(shop.runner.asked)]).toEqual([1, new Set(['PUT', 'GET'])]);
  // The next look-up brings the truth, and the run was begun once.
  expect(step.journal.phase).not.toBe('pending');
});

test('a response above the limit says nothing against the circuit, and any other failure reports its reason', async () => {
  const body = { ...DONE, filler: 'x'.repeat(140_000) };
  await using shop = await openShop({ fault: () => ({ body, secret: SECRETS[0] }) }, { idempotent: true });
  await expect(shop.call().run()).rejects.toThrow(OutcomeUnknown);
  expect([shop.fixture.reports, shop.runner.asked[0]]).toEqual([[], 'PUT']);
  expect(shop.fixture.warnings[0]).toContain('the response has more than 131072 bytes, the limit: send less, or ');
  await using other = await openShop({ fault: () => ({ status: 401, body: '' }) });
  await expect(other.call().run()).rejects.toThrow(OutcomeUnknown);
  const reason = 'status 401, not signed by this runner: unsigned';
  expect(other.fixture.reports).toEqual([`tool-acme-read-text failed: ${reason}`]);
});

test('a redirect is not followed', async () => {
  await using other = await startRunner();
  await using shop = await openShop({
    fault: ({ token }) => ({ status: 307, headers: { location: `${other.url}/runs/${token}` }, body: '' }),
  });
  await expect(shop.call().run()).rejects.toThrow(OutcomeUnknown);
  expect([other.asked, other.refused, other.begun]).toEqual([[], [], []]);
});

test('a runner without capacity gets the run later, and nothing was begun', async () => {
  await using shop = await openShop({
    fault: () => ({
      isBefore: true,
      status: 503,
      body: { status: 'not_taken', retryAfterSeconds: 7 },
      secret: SECRETS[0],
    }),
  });
  const step = shop.call();
  await expect(step.run()).rejects.toThrow(TryLater);
  expect([step.journal.phase, step.journal.writes]).toEqual(['pending', ['dispatch', 'undelivered']]);
});

test('a cancelled run is stopped at the runner', async () => {
  await using shop = await openShop({ work: () => ({ status: 'running' }) });
  const step = shop.call();
  const running = step.run();
  await expect.poll(() => step.journal.ref).not.toBeNull();
  step.stop('cancel');
  await expect(running).rejects.toThrow(CancelledExternally);
  expect(shop.runner.asked).toContain('POST cancel');
});

test('without its secret nothing is sent, and with it the call goes on without a restart', async () => {
  await using shop = await openShop(stated({}));
  const { secretFile: file } = shop;
  const text = readFileSync(file, 'utf8');
  const step = shop.call();
  for (const wrong of [null, '', 'whsec_short', `${text}not a secret`]) {
    rmSync(file, { force: true });
    if (wrong !== null) writeFileSync(file, wrong);
    const later = await step.run().catch((error: unknown) => error);
    expect(later).toBeInstanceOf(TryLater);
    // Soon enough for a tool whose runs may take a few seconds only.
    expect((later as TryLater).afterSeconds).toBe(5);
  }
  expect([shop.runner.asked, shop.runner.refused, step.journal.writes]).toEqual([[], [], []]);
  expect(shop.fixture.warnings.at(-1)).toContain('"lack":"a well-formed secret acme-runner"');
  expect(shop.fixture.warnings.join()).not.toContain('whsec_');
  writeFileSync(file, `${SECRETS[1]}\n${text}`);
  expect(await step.run()).toMatchObject({ units: 2 });
});

test('the private address of a runner is not called unless the operator lists its host', async () => {
  for (const hosts of ['', 'other.example']) {
    await using shop = await openShop(stated({}), { env: { FAREBOX_RUNNER_HOSTS: hosts } });
    const step = shop.call();
    await expect(step.run()).rejects.toThrow(TryLater);
    expect([shop.runner.asked, shop.runner.refused, step.journal.phase]).toEqual([[], [], 'pending']);
  }
});

test('a runner has no file fetched from the listed host of another runner', async () => {
  await using other = await startRunner();
  const artifacts = [{ url: `${other.url}/secret` }];
  await using shop = await openShop({ fault: () => ({ body: { ...DONE, artifacts }, secret: SECRETS[0] }) });
  const step = shop.call({ outputs: [{ mimeTypes: ['image/png'], sizeBytesMax: 1000 }] });
  Object.assign(step.journal, { phase: 'submitted', provider: 'tool-acme-read-text', ref: 'exe_run.0' });
  await expect(step.run()).rejects.toMatchObject({ reason: 'provider_output_invalid', costMicros: 0n });
  expect([other.asked, other.refused]).toEqual([[], []]);
});

const OF_A_TEST = { provider: 'simulated-tool-acme-read-text' };

test('a call of a test project never reaches the live runner: it gets the words of the manifest', async () => {
  await using shop = await openShop(stated({}));
  expect(await shop.call(OF_A_TEST).run()).toMatchObject({ units: 2, result: { lines: ['of a test'] } });
  expect([shop.runner.asked, shop.runner.refused]).toEqual([[], []]);
});

test('a call of a test project goes to the test address, if there is one', async () => {
  await using forTests = await startRunner(stated({ result: { lines: ['at the test address'] } }));
  await using shop = await openShop(stated({}), { runner: { test: { url: forTests.url } } });
  expect(await shop.call(OF_A_TEST).run()).toMatchObject({ result: { lines: ['at the test address'] } });
  expect([shop.runner.asked, forTests.asked]).toEqual([[], ['PUT']]);
});

test('a runner gets at most as many runs at once as its manifest says', async () => {
  await using shop = await openShop({ work: () => ({ status: 'running' }) });
  const [one, two, three] = [shop.call(), shop.call(), shop.call()];
  const running = [one.run(), two.run()];
  await expect.poll(() => shop.runner.begun.length).toBe(2);
  await expect(three.run()).rejects.toThrow(PlacesTaken);
  expect(three.journal.writes).toEqual([]);
  for (const step of [one, two]) step.stop('cancel');
  await Promise.allSettled(running);
  const again = three.run();
  await expect.poll(() => shop.runner.begun.length).toBe(3);
  three.stop('cancel');
  await expect(again).rejects.toThrow(CancelledExternally);
});

test('an entry of another tool, and a version that nobody knows, are left to another worker', async () => {
  await using shop = await openShop(stated({}));
  for (const wrong of [{ provider: 'tool-acme-other' }, { provider: 'openai' }, { version: 2 }, { version: 9 }])
    await expect(shop.call(wrong).run()).rejects.toThrow(LacksOperation);
  expect(shop.runner.asked).toEqual([]);
});
