/** Asynchronous providers against the simulator: names, lookups, cancels, files and costs. */
import { readFile } from 'node:fs/promises';
import { soonerThan } from '@farebox/testing';
import type { InputFile } from '@farebox/worker';
import { CancelledExternally, OperationFailure, OutcomeUnknown, TryLater, WorkStopped } from '@farebox/worker';
import { expect, test, vi } from 'vitest';
import { type Fixture, type Step, inputFile, openFixture, stylized } from './testing/fixture.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const source = (directory: string): Promise<InputFile> =>
  inputFile(directory, { name: 'source.png', mimeType: 'image/png', bytes: Buffer.from(PIXEL, 'base64') });

async function stylize(fixture: Fixture, prompt: string): Promise<Step> {
  return fixture.step('predict-image', stylized(prompt), { source: await source(fixture.directory) });
}

test('an image is downloaded from the provider, and paid once, at a verified cost', async () => {
  await using fixture = await openFixture();
  const step = await stylize(fixture, 'like a woodcut');
  const output = await step.run();
  expect(output).toMatchObject({ units: 1, costMicros: 10_000n, artifacts: [{ mimeType: 'image/png', width: 512 }] });
  expect((await readFile(output.artifacts[0]!.path)).length).toBeGreaterThan(100);
  expect(step.journal).toMatchObject({ phase: 'submitted', writes: ['dispatch', 'submitted'] });
  expect(fixture.costs().length).toBe(1);
});

test('a video has the requested length', async () => {
  await using fixture = await openFixture();
  const step = fixture.step('predict-video', {
    provider: 'predictions',
    model: 'sim/video',
    prompt: 'waves',
    seconds: 2,
  });
  expect(await step.run()).toMatchObject({ units: 2, artifacts: [{ mimeType: 'video/mp4' }], costMicros: 40_000n });
});

test.each(['0a'.repeat(32), `sim/any:${'0a'.repeat(32)}`])('the version %s of a model runs', async (model) => {
  await using fixture = await openFixture();
  const step = fixture.step('predict-video', { provider: 'predictions', model, prompt: 'waves', seconds: 1 });
  expect(await step.run()).toMatchObject({ units: 1, artifacts: [{ mimeType: 'video/mp4' }] });
});

test('a slow prediction is waited for', async () => {
  await using fixture = await openFixture();
  expect(await (await stylize(fixture, '#sim:slow(1200)')).run()).toMatchObject({ units: 1 });
});

test.each(['truncated', 'reset-after-accept', '503-after-accept', 'crash-after-accept', 'late(2)'])(
  'a lost response (%s) is found by lookup, and paid once, without tokens',
  async (behaviour) => {
    await using fixture = await openFixture({ env: { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '8' } });
    const step = await stylize(fixture, `#sim:${behaviour}`);
    expect(await step.run()).toMatchObject({ units: 1 });
    expect([fixture.calls.length, fixture.costs().length]).toEqual([1, 1]);
    expect(step.journal.writes).toEqual(['dispatch', 'submitted']);
  },
);

test.each(['500', 'html'])(
  'a call that no lookup finds (%s) is unknown, and never sent again without tokens',
  async (name) => {
    await using fixture = await openFixture();
    const step = await stylize(fixture, `#sim:${name}`);
    const unknown = { name: 'OutcomeUnknown', reason: 'provider_does_not_know_the_call' };
    await expect(step.run()).rejects.toMatchObject(unknown);
    expect(fixture.calls.length).toBe(1);
  },
);

test('with tokens a call is sent again after a lookup that found nothing', async () => {
  await using fixture = await openFixture({ idempotent: ['predictions'] });
  const step = await stylize(fixture, '#sim:500(1)');
  expect(await step.run()).toMatchObject({ units: 1 });
  expect([fixture.calls.length, fixture.costs().length]).toEqual([2, 1]);
});

test('a review finds a late result by its token, and delivers it', async () => {
  await using fixture = await openFixture({ env: { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '0' } });
  const step = await stylize(fixture, '#sim:late(1)');
  await expect(step.run()).rejects.toThrow(OutcomeUnknown);
  Object.assign(step.journal, { phase: 'unknown', inReview: true });
  await vi.waitFor(async () => expect(await step.run()).toMatchObject({ units: 1 }), {
    timeout: 30_000,
    interval: 200,
  });
  expect([fixture.calls.length, step.journal.writes]).toEqual([1, ['dispatch', 'submitted']]);
});

test('a started call whose files are gone is looked up without them, and delivered', async () => {
  await using fixture = await openFixture({ idempotent: ['predictions'] });
  const inputs: Record<string, InputFile> = { source: await source(fixture.directory) };
  const step = fixture.step('predict-image', stylized('like a woodcut'), inputs);
  await step.run();
  Reflect.deleteProperty(inputs, 'source');
  for (const phase of ['submitted', 'dispatching', 'unknown'] as const) {
    Object.assign(step.journal, { phase, inReview: phase === 'unknown' }, phase === 'submitted' ? {} : { ref: null });
    await expect(step.run(), phase).resolves.toMatchObject({ units: 1, costMicros: 10_000n });
  }
  expect([fixture.calls.length, fixture.costs().length]).toEqual([1, 1]);
});

test('a started call that no lookup finds is not sent again without its files: it is unknown', async () => {
  await using fixture = await openFixture({ idempotent: ['predictions'] });
  const step = fixture.step('predict-image', stylized('never arrived'));
  step.journal.phase = 'dispatching';
  await expect(step.run()).rejects.toThrow(new OutcomeUnknown('provider_does_not_know_the_call'));
  expect([fixture.calls.length, step.journal.writes]).toEqual([0, []]);
});

test.each([
  ['moderated', 0n],
  ['moderated-billed', 10_000n],
] as const)('%s content fails for good, at the cost that arose', async (behaviour, costMicros) => {
  await using fixture = await openFixture();
  const failure: unknown = await (await stylize(fixture, `#sim:${behaviour}`)).run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperationFailure);
  expect(failure).toMatchObject({ reason: 'content_rejected', costMicros });
});

test('a cancelled call of unstated cost is not free: it costs the time that it ran', async () => {
  await using fixture = await openFixture();
  const step = await stylize(fixture, '#sim:cost-unstated(60000)');
  const running = step.run().catch((error: unknown) => error);
  await submitted(step);
  step.stop('cancel');
  const ended = await running;
  const [cost] = fixture.costs();
  expect(ended).toBeInstanceOf(CancelledExternally);
  expect(cost?.costMicros).toBeGreaterThan(0);
  expect(ended).toMatchObject({
    costMicros: BigInt(cost?.costMicros ?? -1),
    basis: { provider: 'predictions', model: 'sim/stylize', statedMicros: null, invoiceAfterSeconds: 600 },
  });
});

test('a call refused before acceptance is retried later', async () => {
  await using fixture = await openFixture();
  const step = await stylize(fixture, '#sim:429(1)');
  const later = await step.run().catch((error: unknown) => error);
  expect(later).toBeInstanceOf(TryLater);
  expect((later as TryLater).afterSeconds).toBeGreaterThanOrEqual(1);
  expect(step.journal.phase).toBe('pending');
});

const submitted = (step: Step) => vi.waitFor(() => expect(step.journal.phase).toBe('submitted'), { timeout: 30_000 });

test.each(['cancel', 'deadline'] as const)('a %s stops it at the provider, at the cost that arose', async (reason) => {
  await using fixture = await openFixture();
  const step = await stylize(fixture, '#sim:hang');
  const running = step.run().catch((error: unknown) => error);
  await submitted(step);
  step.stop(reason);
  const ended = await running;
  expect(ended).toBeInstanceOf(CancelledExternally);
  const [cost] = fixture.costs();
  expect(cost?.costMicros).toBeLessThan(10_000); // by the time that it ran
  expect(ended).toMatchObject({ costMicros: BigInt(cost?.costMicros ?? -1) });
});

test('a shutdown leaves the call at once, and the next worker continues by its name', async () => {
  await using fixture = await openFixture();
  const step = await stylize(fixture, '#sim:hang(1)');
  const running = step.run().catch((error: unknown) => error);
  await submitted(step);
  step.stop('shutdown');
  expect(await soonerThan(500, running)).toEqual(new WorkStopped('shutdown'));
  expect(await step.run()).toMatchObject({ units: 1 });
  expect(fixture.calls.length).toBe(1);
});

test('a file from a host that is not configured is never downloaded, and the operator bears its cost', async () => {
  await using fixture = await openFixture({ env: { FAREBOX_PREDICTIONS_OUTPUT_HOSTS: 'files.example.com' } });
  const failure: unknown = await (await stylize(fixture, 'hello')).run().catch((error: unknown) => error);
  const basis = { statedMicros: 10_000n };
  expect(failure).toMatchObject({ reason: 'provider_output_invalid', costMicros: 0n, basis });
});

test('a file on this machine is never downloaded unless that is enabled', async () => {
  await using fixture = await openFixture({ env: { FAREBOX_PREDICTIONS_OUTPUT_PRIVATE: 'false' } });
  await expect((await stylize(fixture, 'hello')).run()).rejects.toThrow('provider_output_invalid');
});

test('no warning contains the key or the prompt', async () => {
  await using fixture = await openFixture({ env: { FAREBOX_PREDICTIONS_KEY: 'very-secret' } });
  await (await stylize(fixture, 'my private words #sim:reset-after-accept')).run();
  expect(fixture.warnings.length).toBeGreaterThan(0);
  expect(fixture.warnings.join()).not.toMatch(/very-secret|private words/);
});
