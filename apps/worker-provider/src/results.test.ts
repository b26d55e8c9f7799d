/** Results of another form, and results that cannot be read, through every operation, against the simulator. */
import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@farebox/catalog';
import type { InputFile } from '@farebox/worker';
import { describe, expect, test } from 'vitest';
import { type Fixture, inputFile, openFixture, recording } from './testing/fixture.ts';
import { FFMPEG } from './testing/sound.ts';

const PHOTO = new URL('../../../packages/files/samples/photo.jpg', import.meta.url);
const open = (env: Readonly<Record<string, string>> = {}) =>
  openFixture({ env: { FAREBOX_PROVIDER_CALL_SECONDS: '60', ...env } });

const photo = async ({ directory }: Fixture): Promise<InputFile> =>
  inputFile(directory, { name: 'photo.jpg', mimeType: 'image/jpeg', bytes: await readFile(PHOTO) });
const [openai, predictions] = [
  { provider: 'openai', model: 'sim-image' },
  { provider: 'predictions', model: 'sim/any' },
];

interface Use {
  readonly operation: string;
  readonly parameters: (text: string) => JsonObject;
  readonly source?: (fixture: Fixture) => Promise<InputFile>;
  readonly needsFfmpeg?: boolean;
}
const USES: readonly Use[] = [
  { operation: 'generate-image', parameters: (prompt) => ({ ...openai, prompt, size: '512x512' }) },
  {
    operation: 'generate-speech',
    parameters: (text) => ({ ...openai, text, voice: 'alloy' }),
    needsFfmpeg: true,
  },
  {
    operation: 'predict-image',
    parameters: (prompt) => ({ ...predictions, prompt, strength: 0.6 }),
    source: photo,
  },
  { operation: 'predict-video', parameters: (prompt) => ({ ...predictions, prompt, seconds: 2 }), needsFfmpeg: true },
];

describe.each(USES)('$operation', ({ operation, parameters, source, needsFfmpeg = false }) => {
  const step = async (fixture: Fixture, text: string) =>
    fixture.step(operation, parameters(text), source === undefined ? {} : { source: await source(fixture) });

  test.skipIf(needsFfmpeg && FFMPEG === null)('delivers a result of another form', async () => {
    await using fixture = await open();
    const { artifacts } = await (await step(fixture, '#sim:other-form a lighthouse')).run();
    expect(artifacts).toHaveLength(1);
    expect(fixture.costs()).toHaveLength(1);
  });

  test('charges nothing for a result that cannot be read, and keeps it as it was received', async () => {
    await using fixture = await open();
    const running = await step(fixture, '#sim:unreadable a lighthouse');
    const failure = (await running.run().catch((error: unknown) => error)) as { received?: Buffer };
    const [paid] = fixture.costs();
    expect(failure).toMatchObject({
      reason: 'provider_output_invalid',
      isReply: true,
      costMicros: 0n,
      basis: { statedMicros: BigInt(paid!.costMicros) },
    });
    expect(failure.received?.toString()).toContain('This is no file of that type.');
  });
});

test('a transcript without text costs nothing, and its response is kept', async () => {
  await using fixture = await open();
  const source = await recording(fixture.directory);
  const parameters = { provider: 'openai', model: 'sim-transcribe', prompt: '#sim:unreadable' };
  const failure = await fixture
    .step('transcribe', parameters, { source })
    .run()
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ reason: 'provider_output_invalid', costMicros: 0n });
  expect((failure as { received?: Buffer }).received?.toString()).toContain('usage');
});

test('an operator may charge for a result that cannot be read', async () => {
  await using fixture = await open({ FAREBOX_CHARGE_UNDELIVERED_RESULTS: 'true' });
  const step = fixture.step('generate-image', { ...openai, prompt: '#sim:unreadable', size: '512x512' });
  await expect(step.run()).rejects.toMatchObject({ reason: 'provider_output_invalid', costMicros: 10_000n });
});
