/** Synchronous providers against the simulator: every way in which a response can be lost, and its cost. */
import { readFile } from 'node:fs/promises';
import { inspect } from '@farebox/media';
import { type InputFile, OperationFailure, OutcomeUnknown, TryLater, WorkStopped } from '@farebox/worker';
import { expect, test } from 'vitest';
import { image, openFixture, recording } from './testing/fixture.ts';
import { EXPOSURE } from './testing/journal.ts';

const TOKENS = { idempotent: ['openai'] } as const;

test('an image matches the request, and is paid once, at a verified cost', async () => {
  await using fixture = await openFixture();
  const step = fixture.step('generate-image', image('a lighthouse'));
  const output = await step.run();
  expect(output).toMatchObject({
    units: 1,
    costMicros: 10_000n,
    artifacts: [{ mimeType: 'image/png', width: 512, height: 512 }],
  });
  expect(inspect(await readFile(output.artifacts[0]!.path), 'image/png')).toMatchObject({ ok: true });
  expect(step.journal.writes).toEqual(['dispatch']);
  expect(fixture.costs()).toMatchObject([{ token: step.journal.open().token, costMicros: 10_000 }]);
  expect(fixture.reports).toEqual(['openai ok']);
});

test('speech is an MP3, charged by the characters read', async () => {
  await using fixture = await openFixture();
  const text = 'word '.repeat(30);
  const output = await fixture
    .step('generate-speech', { provider: 'openai', model: 'sim-speech', text, voice: 'alloy' })
    .run();
  expect(output).toMatchObject({ units: 2, artifacts: [{ mimeType: 'audio/mpeg' }] });
  expect(output.costMicros).toBeGreaterThan(0n);
});

test('a transcript is a result, charged by started seconds', async () => {
  await using fixture = await openFixture();
  const source = await recording(fixture.directory);
  const output = await fixture
    .step('transcribe', { provider: 'openai', model: 'sim-transcribe', language: 'en' }, { source })
    .run();
  expect(output).toMatchObject({ units: 1, artifacts: [], costMicros: 100n });
  expect(output.result).toEqual({ text: expect.stringContaining('transcript of 8044 bytes') as string });
});

test.each([
  ['moderated', null, 0],
  ['moderated-billed', 10_000n, 1],
] as const)('%s content fails for good, at the cost that arose', async (behaviour, costMicros, effects) => {
  await using fixture = await openFixture();
  const step = fixture.step('generate-image', image(`#sim:${behaviour}`));
  const failure: unknown = await step.run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperationFailure);
  expect(failure).toMatchObject({ reason: 'content_rejected', costMicros });
  expect(fixture.costs().length).toBe(effects);
  expect(fixture.reports).toEqual(['openai ok']);
});

test('a stated cost is believed up to the maximum cost of the step', async () => {
  await using fixture = await openFixture();
  expect(await fixture.step('generate-image', image('#sim:cost-above')).run()).toMatchObject({ costMicros: EXPOSURE });
  expect(fixture.warnings.join()).toContain('costs more than the limit');
});

test.each(['cost-nan', 'cost-unstated'])(
  'a cost that is not stated (%s) follows from the tariff of its model',
  async (behaviour) => {
    await using fixture = await openFixture({ env: { FAREBOX_OPENAI_TARIFFS: 'other=1/call,sim-image=0.012/image' } });
    const basis = { provider: 'openai', model: 'sim-image', statedMicros: null, derivedMicros: 12_000n };
    expect(await fixture.step('generate-image', image(`#sim:${behaviour}`)).run()).toMatchObject({
      costMicros: 12_000n,
      basis: { ...basis, invoiceAfterSeconds: null },
    });
  },
);

test("speech and transcripts are booked by the tariff in the provider's units", async () => {
  await using fixture = await openFixture();
  const text = '#sim:cost-unstated a text of 😀 some length';
  const provider = 'openai';
  const speech = await fixture.step('generate-speech', { provider, model: 'sim-speech', text, voice: 'alloy' }).run();
  const source = await recording(fixture.directory);
  const asked = { provider, model: 'sim-transcribe', prompt: '#sim:cost-unstated' };
  const transcript = await fixture.step('transcribe', asked, { source }).run();
  expect([speech, transcript].map(({ costMicros }) => costMicros)).toEqual(
    fixture.costs().map(({ costMicros }) => BigInt(costMicros)),
  );
  expect(fixture.costs()).toHaveLength(2);
});

test("a tariff cost above the step's maximum is booked only up to the maximum", async () => {
  await using fixture = await openFixture({ env: { FAREBOX_OPENAI_TARIFFS: 'sim-image=99/call' } });
  expect(await fixture.step('generate-image', image('#sim:cost-unstated')).run()).toMatchObject({
    costMicros: EXPOSURE,
    basis: { derivedMicros: 99_000_000n },
  });
  expect(fixture.warnings.join()).toContain('costs more than the limit');
});

test('a call refused before acceptance is retried later, and its intent is withdrawn', async () => {
  await using fixture = await openFixture();
  const step = fixture.step('generate-image', image('#sim:429(1)'));
  const later = await step.run().catch((error: unknown) => error);
  expect(later).toBeInstanceOf(TryLater);
  expect((later as TryLater).afterSeconds).toBeGreaterThanOrEqual(1);
  expect(step.journal).toMatchObject({ phase: 'pending', writes: ['dispatch', 'undelivered'] });
  expect(await step.run()).toMatchObject({ units: 1 });
  expect(fixture.costs().length).toBe(1);
});

test('a call to an unreachable provider is retried later', async () => {
  await using fixture = await openFixture({ env: { FAREBOX_OPENAI_URL: 'http://127.0.0.1:1/v1' } });
  const step = fixture.step('generate-image', image('hello'));
  await expect(step.run()).rejects.toThrow(TryLater);
  expect(step.journal.phase).toBe('pending');
  expect(fixture.reports).toEqual(['openai failed: ECONNREFUSED']);
});

test('an open circuit prevents the call and its intent', async () => {
  await using fixture = await openFixture();
  fixture.openCircuits.add('openai');
  const step = fixture.step('generate-image', image('hello'));
  await expect(step.run()).rejects.toThrow(TryLater);
  expect([step.journal.writes, fixture.calls]).toEqual([[], []]);
});

test.each(['500', 'html', 'truncated', 'reset-after-accept', '503-after-accept', 'hang'])(
  'without tokens a lost response (%s) is unknown, and nothing is sent again, not even by the next worker or a review',
  async (behaviour) => {
    await using fixture = await openFixture();
    const step = fixture.step('generate-image', image(`#sim:${behaviour}`));
    await expect(step.run()).rejects.toThrow(OutcomeUnknown);
    await expect(step.run()).rejects.toThrow(OutcomeUnknown);
    step.journal.inReview = true;
    await expect(step.run()).rejects.toThrow(OutcomeUnknown);
    expect(fixture.calls.length).toBe(1);
    expect(step.journal.writes).toEqual(['dispatch']);
  },
);

test.each([
  ['html', '<!doc'],
  ['truncated', undefined],
])('of a lost response (%s) the operator gets what arrived whole', async (behaviour, beginning) => {
  await using fixture = await openFixture();
  const outcome: unknown = await fixture
    .step('generate-image', image(`#sim:${behaviour}`))
    .run()
    .catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(OutcomeUnknown);
  expect((outcome as OutcomeUnknown).received?.subarray(0, 5).toString()).toBe(beginning);
});

test.each(['500(1)', 'html(2)', 'truncated', 'reset-after-accept', '503-after-accept', 'crash-after-accept'])(
  'with tokens a lost response (%s) is requested again, and paid once',
  async (behaviour) => {
    await using fixture = await openFixture(TOKENS);
    const step = fixture.step('generate-image', image(`#sim:${behaviour}`));
    expect(await step.run()).toMatchObject({ units: 1, costMicros: 10_000n });
    expect(fixture.costs().length).toBe(1);
    expect(new Set(fixture.calls.map(({ token }) => token)).size).toBe(1);
  },
);

test('with tokens the next worker requests the response that a killed one lost', async () => {
  await using fixture = await openFixture(TOKENS);
  const step = fixture.step('generate-image', image('hello'));
  await step.run();
  step.journal.phase = 'dispatching'; // the outcome was never recorded
  expect(await step.run()).toMatchObject({ units: 1 });
  expect(fixture.costs().length).toBe(1);
});

test('a transcript that cannot be requested again without its audio is unknown at once, and does not count against the provider', async () => {
  await using fixture = await openFixture(TOKENS);
  const asked = { provider: 'openai', model: 'sim-transcribe' };
  const inputs: Record<string, InputFile> = { source: await recording(fixture.directory) };
  const step = fixture.step('transcribe', asked, inputs);
  await step.run();
  const reports = fixture.reports.length;
  step.journal.phase = 'dispatching'; // the outcome was never recorded
  Reflect.deleteProperty(inputs, 'source');
  await expect(step.run()).rejects.toThrow(OutcomeUnknown);
  expect([fixture.calls.length, fixture.reports.length]).toEqual([1, reports]);
});

test('repeated requests for a response end after a limited time', async () => {
  await using fixture = await openFixture(TOKENS);
  const step = fixture.step('generate-image', image('#sim:500'));
  await expect(step.run()).rejects.toThrow(OutcomeUnknown);
  expect(fixture.calls.length).toBeGreaterThan(2);
  expect(fixture.calls.length).toBeLessThan(8);
});

test('a cancel does not interrupt a call in progress, and its result is delivered', async () => {
  await using fixture = await openFixture();
  const step = fixture.step('generate-image', image('#sim:slow(600)'));
  const running = step.run();
  await expect.poll(() => fixture.calls.length).toBe(1);
  step.stop('cancel');
  expect(await running).toMatchObject({ units: 1, costMicros: 10_000n });
});

test('without the lease everything stops at once', async () => {
  await using fixture = await openFixture(TOKENS);
  const step = fixture.step('generate-image', image('#sim:hang'));
  const running = step.run().catch((error: unknown) => error);
  await expect.poll(() => fixture.calls.length).toBe(1);
  step.stop('lost');
  expect(await running).toEqual(new WorkStopped('lost'));
  expect(step.journal.writes).toEqual(['dispatch']);
});

test('a process that was paused after its intent notices the lost lease before it sends', async () => {
  await using fixture = await openFixture();
  const step = fixture.step('generate-image', image('hello'));
  step.journal.onDispatch = () => {
    setTimeout(() => step.stop('lost'), 20); // as keep-leases.ts does, by the clock
    const paused = performance.now() + 60;
    while (performance.now() < paused);
  };
  await expect(step.run()).rejects.toThrow(new WorkStopped('lost'));
  expect([fixture.calls, fixture.reports]).toEqual([[], []]);
});

test('a cancel that only the journal knows stops the call before it is sent', async () => {
  await using fixture = await openFixture();
  const step = fixture.step('generate-image', image('hello'));
  step.journal.cancelRequested = true;
  const running = step.run().catch((error: unknown) => error);
  step.stop('cancel');
  expect(await running).toEqual(new WorkStopped('cancel'));
  expect(fixture.calls).toEqual([]);
});

test('a call of a removed provider waits, or stays unknown', async () => {
  await using fixture = await openFixture({ env: { FAREBOX_OPENAI_URL: '' } });
  const step = fixture.step('generate-image', image('hello'));
  await expect(step.run()).rejects.toThrow(TryLater);
  step.journal.phase = 'dispatching';
  await expect(step.run()).rejects.toThrow(OutcomeUnknown);
});
