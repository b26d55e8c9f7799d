/**
 * A second entry for a model: it is used only if provably nothing was sent to the first, and never after any other
 * failure.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@farebox/catalog';
import { startSimulator } from '@farebox/simulator';
import { OutcomeUnknown, TryLater } from '@farebox/worker';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { candidatesFor } from './operations/entry-of.ts';
import { type Fixture, openFixture } from './testing/fixture.ts';

type Simulator = Awaited<ReturnType<typeof startSimulator>>;

let folder: string;
let main: Simulator;
let spare: Simulator;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-spare-'));
  const start = (name: string) =>
    startSimulator({ directory: join(folder, name), idempotent: ['openai'], crash: 'pause' });
  [main, spare] = [await start('main'), await start('spare')];
});
afterEach(async () => {
  await Promise.all([main.close(), spare.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const entryAt = (url: string, idempotent = false) => ({
  kind: 'openai',
  url: `${url}/openai/v1`,
  key: { env: 'SIMULATOR_KEY' },
  idempotent,
  models: { fine: {}, plain: {} },
});

function openShop(providers: object): Promise<Fixture> {
  const path = join(folder, 'providers.json');
  writeFileSync(path, JSON.stringify({ providers, tools: {} }));
  const env = {
    FAREBOX_OPENAI_URL: '',
    FAREBOX_PREDICTIONS_URL: '',
    SIMULATOR_KEY: 'simulator',
    FAREBOX_PROVIDER_CALL_SECONDS: '60',
  };
  return openFixture({ env: { ...env, FAREBOX_PROVIDERS_FILE: path } });
}

const SPARE = { provider: 'spare', model: 'plain' };
const picture = (prompt: string): JsonObject => ({
  provider: 'main',
  model: 'fine',
  spare: SPARE,
  prompt,
  size: '512x512',
});
const paid = () => [main, spare].map((each) => each.costs().map(({ model }) => model));

test('after a refused connection the intent is withdrawn, and a new intent names the spare entry, which is paid once', async () => {
  // The tests' user may not listen on ports below 1024.
  await using shop = await openShop({ main: entryAt('http://127.0.0.1:1'), spare: entryAt(spare.url) });
  const step = shop.step('generate-image', picture('a lighthouse'));
  expect(await step.run()).toMatchObject({ units: 1, basis: { provider: 'spare', model: 'plain' } });
  expect(step.journal).toMatchObject({ writes: ['dispatch', 'undelivered', 'dispatch'], provider: 'spare' });
  expect(paid()).toEqual([[], ['plain']]);
  expect(shop.reports).toEqual(['main failed: ECONNREFUSED', 'spare ok']);
});

test.each(['an open circuit', 'no entry'])('%s: the spare entry is used at once', async (why) => {
  const both = { main: entryAt(main.url), spare: entryAt(spare.url) };
  await using shop = await openShop(why === 'no entry' ? { spare: both.spare } : both);
  if (why !== 'no entry') shop.openCircuits.add('main');
  const step = shop.step('generate-image', picture('a lighthouse'));
  expect(await step.run()).toMatchObject({ units: 1 });
  expect(step.journal.writes).toEqual(['dispatch']);
  expect(paid()).toEqual([[], ['plain']]);
});

test('while the first entry works, only it is used', async () => {
  await using shop = await openShop({ main: entryAt(main.url), spare: entryAt(spare.url) });
  const step = shop.step('generate-image', picture('a lighthouse'));
  expect(await step.run()).toMatchObject({ units: 1, basis: { provider: 'main', model: 'fine' } });
  expect(paid()).toEqual([['fine'], []]);
});

test.each(['reset-after-accept', '503-after-accept', 'truncated', '500', 'html'])(
  'after a response that proves nothing (%s), nothing is sent to the spare entry',
  async (behaviour) => {
    await using shop = await openShop({ main: entryAt(main.url), spare: entryAt(spare.url) });
    const step = shop.step('generate-image', picture(`#sim:${behaviour}`));
    await expect(step.run()).rejects.toThrow(OutcomeUnknown);
    expect([step.journal.provider, spare.costs()]).toEqual(['main', []]);
    // The next claim does not send to it either.
    await expect(step.run()).rejects.toThrow(OutcomeUnknown);
    expect([step.journal.provider, spare.costs()]).toEqual(['main', []]);
  },
);

test('a refusal by the service is retried later at the same entry', async () => {
  await using shop = await openShop({ main: entryAt(main.url), spare: entryAt(spare.url) });
  const step = shop.step('generate-image', picture('#sim:429'));
  await expect(step.run()).rejects.toThrow(TryLater);
  expect(paid()).toEqual([[], []]);
});

test('if neither entry is reachable, the call waits, and the journal has no intent', async () => {
  await using shop = await openShop({ main: entryAt(main.url), spare: entryAt(spare.url) });
  shop.openCircuits.add('main').add('spare');
  const step = shop.step('generate-image', picture('a lighthouse'));
  await expect(step.run()).rejects.toThrow(TryLater);
  expect(step.journal).toMatchObject({ phase: 'pending', writes: [] });
});

test('a call whose intent names the spare entry stays there, even if that entry is removed', async () => {
  await using shop = await openShop({ main: entryAt(main.url, true) });
  const step = shop.step('generate-image', picture('a lighthouse'));
  Object.assign(step.journal, { phase: 'dispatching', provider: 'spare' });
  await expect(step.run()).rejects.toThrow(new OutcomeUnknown('provider_not_configured'));
  expect(paid()).toEqual([[], []]);
});

test('a call with an unknown entry is sent to neither, even if both honour tokens', async () => {
  await using shop = await openShop({ main: entryAt(main.url, true), spare: entryAt(spare.url, true) });
  const step = shop.step('generate-image', picture('a lighthouse'));
  Object.assign(step.journal, { phase: 'unknown', provider: null });
  await expect(step.run()).rejects.toThrow(OutcomeUnknown);
  expect([paid(), step.journal.writes]).toEqual([[[], []], []]);
});

test('candidates: as planned before a send, then only the entry that the intent names', () => {
  const first = { provider: 'main', model: 'fine' };
  const planned = { ...first, spare: SPARE };
  const found = (phase: 'pending' | 'submitted', provider: string | null) =>
    ({ phase, provider, ref: null, ageSeconds: 0, inReview: false }) as const;
  expect(candidatesFor(planned, found('pending', 'spare'))).toEqual({ candidates: [first, SPARE], maySend: true });
  expect(candidatesFor(planned, found('submitted', 'spare'))).toEqual({ candidates: [SPARE], maySend: true });
  expect(candidatesFor(planned, found('submitted', null))).toEqual({ candidates: [first], maySend: false });
  expect(candidatesFor(first, found('submitted', null))).toEqual({ candidates: [first], maySend: true });
});
