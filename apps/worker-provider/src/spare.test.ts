/** A second entry for a model: it is asked where nothing can have been sent to the first, and never after anything else. */
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

test('a connection that is refused: the intent is taken back, and another names the spare, which is paid once', async () => {
  // Nobody of these tests may listen below 1024.
  await using shop = await openShop({ main: entryAt('http://127.0.0.1:1'), spare: entryAt(spare.url) });
  const step = shop.step('generate-image', picture('a lighthouse'));
  expect(await step.run()).toMatchObject({ units: 1, basis: { provider: 'spare', model: 'plain' } });
  expect(step.journal).toMatchObject({ writes: ['dispatch', 'undelivered', 'dispatch'], provider: 'spare' });
  expect(paid()).toEqual([[], ['plain']]);
  expect(shop.reports).toEqual(['main failed', 'spare ok']);
});

test.each(['an open circuit', 'no entry'])('%s: the spare is asked at once', async (why) => {
  const both = { main: entryAt(main.url), spare: entryAt(spare.url) };
  await using shop = await openShop(why === 'no entry' ? { spare: both.spare } : both);
  if (why !== 'no entry') shop.openCircuits.add('main');
  const step = shop.step('generate-image', picture('a lighthouse'));
  expect(await step.run()).toMatchObject({ units: 1 });
  expect(step.journal.writes).toEqual(['dispatch']);
  expect(paid()).toEqual([[], ['plain']]);
});

test('where it works, the first alone is asked', async () => {
  await using shop = await openShop({ main: entryAt(main.url), spare: entryAt(spare.url) });
  const step = shop.step('generate-image', picture('a lighthouse'));
  expect(await step.run()).toMatchObject({ units: 1, basis: { provider: 'main', model: 'fine' } });
  expect(paid()).toEqual([['fine'], []]);
});

test.each(['reset-after-accept', '503-after-accept', 'truncated', '500', 'html'])(
  'a response that proves nothing (%s): nothing goes to the spare',
  async (behaviour) => {
    await using shop = await openShop({ main: entryAt(main.url), spare: entryAt(spare.url) });
    const step = shop.step('generate-image', picture(`#sim:${behaviour}`));
    await expect(step.run()).rejects.toThrow(OutcomeUnknown);
    expect([step.journal.provider, spare.costs()]).toEqual(['main', []]);
    // Nor by whoever comes next.
    await expect(step.run()).rejects.toThrow(OutcomeUnknown);
    expect([step.journal.provider, spare.costs()]).toEqual(['main', []]);
  },
);

test('a refusal in words is waited out at the entry that said it', async () => {
  await using shop = await openShop({ main: entryAt(main.url), spare: entryAt(spare.url) });
  const step = shop.step('generate-image', picture('#sim:429'));
  await expect(step.run()).rejects.toThrow(TryLater);
  expect(paid()).toEqual([[], []]);
});

test('neither: it waits, and nothing stands in the journal', async () => {
  await using shop = await openShop({ main: entryAt(main.url), spare: entryAt(spare.url) });
  shop.openCircuits.add('main').add('spare');
  const step = shop.step('generate-image', picture('a lighthouse'));
  await expect(step.run()).rejects.toThrow(TryLater);
  expect(step.journal).toMatchObject({ phase: 'pending', writes: [] });
});

test('a call whose intent names the spare stays there, also when that entry is gone', async () => {
  await using shop = await openShop({ main: entryAt(main.url, true) });
  const step = shop.step('generate-image', picture('a lighthouse'));
  Object.assign(step.journal, { phase: 'dispatching', provider: 'spare' });
  await expect(step.run()).rejects.toThrow(new OutcomeUnknown('provider_not_configured'));
  expect(paid()).toEqual([[], []]);
});

test('a call of which nobody knows where it went is sent to neither, whatever tokens they honour', async () => {
  await using shop = await openShop({ main: entryAt(main.url, true), spare: entryAt(spare.url, true) });
  const step = shop.step('generate-image', picture('a lighthouse'));
  Object.assign(step.journal, { phase: 'unknown', provider: null });
  await expect(step.run()).rejects.toThrow(OutcomeUnknown);
  expect([paid(), step.journal.writes]).toEqual([[[], []], []]);
});

test('candidates: as planned before anything was sent, then the one that the intent names', () => {
  const first = { provider: 'main', model: 'fine' };
  const planned = { ...first, spare: SPARE };
  const found = (phase: 'pending' | 'submitted', provider: string | null) =>
    ({ phase, provider, ref: null, ageSeconds: 0, inReview: false }) as const;
  expect(candidatesFor(planned, found('pending', 'spare'))).toEqual({ candidates: [first, SPARE], maySend: true });
  expect(candidatesFor(planned, found('submitted', 'spare'))).toEqual({ candidates: [SPARE], maySend: true });
  expect(candidatesFor(planned, found('submitted', null))).toEqual({ candidates: [first], maySend: false });
  expect(candidatesFor(first, found('submitted', null))).toEqual({ candidates: [first], maySend: true });
});
