/** The app as a process: its start, purchases, crashes and successors. */
import { expect, test, vi } from 'vitest';
import { type Deployment, openDeployment, startApp } from './testing/deployment.ts';

const WAIT = { timeout: 30_000, interval: 50 };
const UNKNOWN_SOON = { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '1', FAREBOX_PROVIDER_CALL_SECONDS: '5' };

const untilStatus = (deployment: Deployment, id: string, status: string) =>
  vi.waitFor(async () => {
    const execution = await deployment.get(id);
    expect(execution.status).toBe(status);
    return execution;
  }, WAIT);

/** Waits until the provider has named the call of that step. */
const untilNamed = (deployment: Deployment, id: string, step: number) =>
  vi.waitFor(async () => expect(await deployment.named(id)).toContain(step), WAIT);

const image = (prompt: string) => ['image-generate', { prompt, size: '512x512' }] as const;
const video = (prompt: string) => ['video-generate', { prompt, seconds: 1 }] as const;

test('all wrong settings are reported at once, before anything is opened', async () => {
  const { code, stderr } = await startApp({ FAREBOX_OPENAI_URL: 'https://api.example.com', FAREBOX_TYPO: '1' }).ended;
  expect(code).toBe(78);
  for (const variable of ['DATABASE_URL', 'FAREBOX_DATA_DIR', 'FAREBOX_OPENAI_KEY', 'FAREBOX_TYPO']) {
    expect(stderr).toContain(variable);
  }
});

test('a process buys once, delivers, and exits with 0 on SIGTERM', async () => {
  await using deployment = await openDeployment();
  const app = await deployment.start();
  const [picture, film] = [await deployment.buy(...image('a lighthouse')), await deployment.buy(...video('waves'))];
  expect(await untilStatus(deployment, picture, 'succeeded')).toMatchObject({
    output: { artifacts: [{ mimeType: 'image/png', width: 512, height: 512 }] },
  });
  expect(await untilStatus(deployment, film, 'succeeded')).toMatchObject({
    output: { artifacts: [{ mimeType: 'video/mp4' }] },
  });
  expect(deployment.costs().length).toBe(2);
  expect(await deployment.heldMicros()).toBe(0n);
  expect(await app.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('on SIGTERM a call in progress may end, and is delivered', async () => {
  await using deployment = await openDeployment();
  const app = await deployment.start();
  const id = await deployment.buy(...image('#sim:slow(3000)'));
  await vi.waitFor(() => expect(deployment.costs().length).toBe(1), WAIT);
  expect(await app.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(await deployment.get(id)).toMatchObject({ status: 'succeeded' });
});

/** Longer than the 23 s of an ordinary stop, which this test exceeds on purpose. */
const LONG_CALL = image('#sim:slow(26000)');

test('a stop waits for a provider call up to its time limit, and the execution succeeds', async () => {
  await using deployment = await openDeployment();
  const app = await deployment.start();
  const id = await deployment.buy(...LONG_CALL);
  await vi.waitFor(() => expect(deployment.costs().length).toBe(1), WAIT);
  expect(await app.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(await deployment.get(id)).toMatchObject({ status: 'succeeded', review: null });
});

test('a second signal hands back at once, and the call in progress is left to the next worker', async () => {
  await using deployment = await openDeployment();
  const app = await deployment.start();
  const id = await deployment.buy(...LONG_CALL);
  await vi.waitFor(() => expect(deployment.costs().length).toBe(1), WAIT);
  // A signal within half a second of the first counts as the same request, so it is repeated until it takes effect.
  await vi.waitFor(
    () => {
      app.child.kill('SIGTERM');
      expect([app.child.exitCode, app.child.signalCode]).toEqual([0, null]);
    },
    { timeout: 30_000, interval: 600 },
  );
  expect(await app.ended).toMatchObject({ code: 0 });
  expect(await deployment.get(id)).toMatchObject({ status: 'running' });
  expect(await deployment.claims()).toEqual([{ attempts: 0, claim_token: null }]);
});

test('a worker after a killed one continues with its purchases', async () => {
  await using deployment = await openDeployment();
  const first = await deployment.start();
  const id = await deployment.buy(...video('#sim:hang(4)'));
  await untilNamed(deployment, id, 0);
  first.child.kill('SIGKILL');
  await deployment.start();
  await vi.waitFor(
    async () => {
      await deployment.notify(id);
      expect((await deployment.get(id)).status).toBe('succeeded');
    },
    { ...WAIT, interval: 500 },
  );
  expect(deployment.costs().length).toBe(1);
});

test('a lost response that cannot be settled is reviewed with its hold, and not paid twice', async () => {
  await using deployment = await openDeployment({ env: UNKNOWN_SOON });
  await deployment.start();
  const id = await deployment.buy(...image('#sim:reset-after-accept'));
  const execution = await untilStatus(deployment, id, 'needs_review');
  expect(execution).toMatchObject({ chargedMicros: null, review: { step: 0, reason: 'provider_outcome_unknown' } });
  expect(await deployment.heldMicros()).toBeGreaterThan(0n);
  expect(deployment.costs().length).toBe(1);
});

test('a cancel stops the provider and settles the cost that arose', async () => {
  await using deployment = await openDeployment();
  await deployment.start();
  const id = await deployment.buy(...video('#sim:hang'));
  await untilNamed(deployment, id, 0);
  await deployment.requestCancel(id);
  const execution = await untilStatus(deployment, id, 'cancelled');
  expect(execution.chargedMicros).toBe(deployment.costs()[0]?.costMicros);
  expect(await deployment.heldMicros()).toBe(0n);
});

test('a cancelled pipeline is charged the cost that arose, not the price of its delivered steps', async () => {
  await using deployment = await openDeployment();
  await deployment.start();
  const picture = { tool: 'image-generate', arguments: { prompt: '#sim:cost-unstated', size: '512x512' } };
  const film = { tool: 'video-generate', arguments: { prompt: '#sim:cost-unstated(60000)', seconds: 1 } };
  const id = await deployment.buy('pipeline', { steps: [picture, film] });
  await untilNamed(deployment, id, 1);
  await deployment.requestCancel(id);
  const { chargedMicros } = await untilStatus(deployment, id, 'cancelled');
  const [first, second] = deployment.costs();
  expect(first?.costMicros).toBe(10_000);
  expect(second?.costMicros).toBeGreaterThan(0);
  expect(chargedMicros).toBe((first?.costMicros ?? 0) + (second?.costMicros ?? 0));
  expect(await deployment.booked()).toMatchObject([
    { stated_micros: null, booked_micros: 10_000n },
    { stated_micros: null, booked_micros: BigInt(second?.costMicros ?? 0) },
  ]);
});

test('a cost that arrives after the settlement is recorded beside it, and is not charged', async () => {
  const env = { FAREBOX_PROVIDER_INVOICE_SECONDS: '1', FAREBOX_PREDICTIONS_TARIFFS: 'sim/video=0.001/call' };
  await using deployment = await openDeployment({ env });
  await deployment.start();
  const id = await deployment.buy(...video('#sim:late-invoice(2)'));
  const { chargedMicros } = await untilStatus(deployment, id, 'succeeded');
  await vi.waitFor(async () => {
    expect(await deployment.booked()).toEqual([
      { stated_micros: null, derived_micros: 1000n, booked_micros: 1000n, late_micros: 20_000n },
    ]);
  }, WAIT);
  expect(await deployment.get(id)).toMatchObject({ chargedMicros });
});

test('work of a test project goes only to its simulator, and work of a live project never does', async () => {
  await using deployment = await openDeployment();
  await deployment.start();
  const ids = [
    await deployment.buy(...image('#sim:cost-unstated'), 'test'),
    await deployment.buy(...video('waves'), 'test'),
  ];
  for (const id of ids) await untilStatus(deployment, id, 'succeeded');
  expect(
    deployment
      .testCosts()
      .map(({ provider }) => provider)
      .sort(),
  ).toEqual(['openai', 'predictions']);
  expect(deployment.costs()).toEqual([]);
  expect(await deployment.booked()).toMatchObject([{ booked_micros: 10_000n }, { booked_micros: 20_000n }]);
  await untilStatus(deployment, await deployment.buy(...image('a lighthouse')), 'succeeded');
  expect(deployment.costs()).toHaveLength(1);
  expect(deployment.testCosts()).toHaveLength(2);
});

test('without a simulator, executions of a test project wait, and reach no other service', async () => {
  await using deployment = await openDeployment({ simulatorAtWork: false });
  await deployment.start();
  const [test, live] = [await deployment.buy(...image('a'), 'test'), await deployment.buy(...image('b'))];
  await untilStatus(deployment, live, 'succeeded');
  expect(await deployment.get(test)).toMatchObject({ status: 'running', chargedMicros: null });
  expect(deployment.costs()).toHaveLength(1);
  expect(deployment.testCosts()).toEqual([]);
});
