/**
 * Several entries of one kind, as a process reads them from a file: which entry gets which call, and the effect of a
 * removed entry.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '@farebox/simulator';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Deployment, openDeployment } from './testing/deployment.ts';

const WAIT = { timeout: 40_000, interval: 100 };

type Simulator = Awaited<ReturnType<typeof startSimulator>>;

let folder: string;
let first: Simulator;
let second: Simulator;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-entries-'));
  const start = (name: string) => startSimulator({ directory: join(folder, name), idempotent: [], crash: 'pause' });
  [first, second] = [await start('first'), await start('second')];
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const entry = (kind: 'openai' | 'predictions', { url }: Simulator, models: readonly string[]) => ({
  kind,
  url: `${url}/${kind}/v1`,
  key: { env: 'SIMULATOR_KEY' },
  outputHosts: kind === 'openai' ? [] : [new URL(url).hostname],
  outputsOnLoopback: true,
  models: Object.fromEntries(models.map((name) => [name, {}])),
});

/** The settings of a deployment that has this file and no other service. */
function filed(file: object): Readonly<Record<string, string>> {
  const path = join(folder, 'providers.json');
  writeFileSync(path, JSON.stringify(file));
  return {
    FAREBOX_PROVIDERS_FILE: path,
    SIMULATOR_KEY: 'simulator',
    FAREBOX_REVIEW_BACKOFF_SECONDS: '1',
    FAREBOX_OPENAI_URL: '',
    FAREBOX_PREDICTIONS_URL: '',
  };
}

const untilStatus = (deployment: Deployment, id: string, status: string) =>
  vi.waitFor(async () => {
    await deployment.notify(id);
    const execution = await deployment.get(id);
    expect(execution.status).toBe(status);
    return execution;
  }, WAIT);

const image = (model: string) => ['image-generate', { prompt: 'a lighthouse', size: '512x512', model }] as const;
const models = (simulator: Simulator) => simulator.costs().map(({ model }) => model);

test('with two entries of one kind, each gets only the calls for its models', async () => {
  const providers = { one: entry('openai', first, ['plain']), two: entry('openai', second, ['fine']) };
  const tools = {
    'image-generate/standard': [{ provider: 'one', model: 'plain' }],
    'image-generate/high': [{ provider: 'two', model: 'fine' }],
  };
  await using deployment = await openDeployment({ env: filed({ providers, tools }) });
  await deployment.start();
  for (const model of ['standard', 'high', 'standard'])
    await untilStatus(deployment, await deployment.buy(...image(model)), 'succeeded');
  expect([models(first), models(second)]).toEqual([['plain', 'plain'], ['fine']]);
  await untilStatus(deployment, await deployment.buy(...image('high'), 'test'), 'succeeded');
  expect([first.costs().length, second.costs().length, deployment.testCosts().length]).toEqual([2, 1, 1]);
});

test('removing an entry with an open call causes a review with its reason and no call to another entry, and the call continues when the entry returns', async () => {
  const [gone, other] = [entry('predictions', first, ['sim/film']), entry('predictions', second, ['sim/film'])];
  const tools = (provider: string) => ({ 'video-generate/standard': [{ provider, model: 'sim/film' }] });
  const before = { providers: { frames: gone, other }, tools: tools('frames') };
  await using deployment = await openDeployment({ env: filed(before) });
  const worker = await deployment.start();
  const id = await deployment.buy('video-generate', { prompt: '#sim:hang(1)', seconds: 1 });
  await vi.waitFor(async () => expect(await deployment.named(id)).toContain(0), WAIT);
  await worker.end('SIGKILL');

  filed({ providers: { other }, tools: tools('other') });
  const without = await deployment.start();
  const { review } = await untilStatus(deployment, id, 'needs_review');
  expect(review).toMatchObject({ step: 0, reason: 'provider_not_configured' });
  expect(await deployment.heldMicros()).toBeGreaterThan(0n);
  expect(second.costs()).toEqual([]);
  await without.end('SIGTERM');

  filed(before);
  await deployment.start();
  await untilStatus(deployment, id, 'succeeded');
  expect([models(first), models(second)]).toEqual([['sim/film'], []]);
});
