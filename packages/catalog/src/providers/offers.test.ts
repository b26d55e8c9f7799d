import { type ConfigError, readConfig } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import { quoted, recording } from '../testing/samples.ts';
import { providerOfferFields, providerOffersOf } from './offers.ts';

const OPENAI = { FAREBOX_OPENAI_URL: 'http://localhost:1/v1' };
const catalogFor = (env: Record<string, string>) =>
  createCatalog({ rehearsal: false, providers: providerOffersOf(readConfig(providerOfferFields(env), env)) });
const offered = (env: Record<string, string>) =>
  catalogFor(env)
    .describe({ executionEnabled: true })
    .tools.flatMap(({ name, available, models }) => [
      ...(available ? [name] : []),
      ...models.flatMap((model) => (model.available ? [`${name}/${model.name}`] : [])),
    ])
    .filter((name) => /generate|stylize|transcribe/.test(name));

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(providerOfferFields(env), env);
    return '';
  } catch (error) {
    return (error as ConfigError).message;
  }
}

describe('a tool on an external service', () => {
  it('is listed as unavailable if none is configured', () => {
    expect(offered({})).toEqual([]);
    const shown = catalogFor({}).describe({ executionEnabled: true }).tools;
    expect(shown.find(({ name }) => name === 'image-generate')).toMatchObject({
      available: false,
      unavailableReason: expect.stringMatching(/\S/),
    });
  });

  it('is not available without an address, or without a model', () => {
    expect(offered({ FAREBOX_OPENAI_MODELS: 'image-generate/standard=a' })).toEqual([]);
    expect(offered(OPENAI)).toEqual([]);
  });

  it('is available with exactly the models that are mapped', () => {
    const env = { ...OPENAI, FAREBOX_OPENAI_MODELS: 'image-generate/high=b, audio-transcribe/standard=c' };
    expect(offered(env)).toEqual([
      'audio-transcribe',
      'audio-transcribe/standard',
      'image-generate',
      'image-generate/high',
    ]);
  });

  it('is planned for the provider and model that are configured at acceptance', () => {
    const catalog = catalogFor({ ...OPENAI, FAREBOX_OPENAI_MODELS: 'audio-transcribe/standard=org/whisper:v3=fast' });
    const input = { tool: 'audio-transcribe', arguments: { source: { fileId: 'file_a' }, language: 'en' } };
    const quote = quoted(catalog, input);
    expect(quote).toMatchObject({ availability: { available: true }, providers: [['openai']], model: 'standard' });
    expect(quote.plan).toEqual([
      {
        name: 'transcribe',
        engine: 'provider',
        operation: 'transcribe',
        parameters: { language: 'en', provider: 'openai', model: 'org/whisper:v3=fast' },
        inputs: { source: { fileId: 'file_a' } },
        price: { description: 'Transcription', unit: 'second', unitPriceMicros: '150', unitsMax: 60 },
      },
    ]);
  });

  it('is quoted even if it is not available', () => {
    const quote = quoted(catalogFor({}), { tool: 'image-generate', arguments: { prompt: 'x', model: 'high' } });
    expect(quote).toMatchObject({ availability: { available: false }, maximumMicros: 200_000n });
    expect(quote.plan[0]?.parameters).toEqual({ prompt: 'x', size: '1024x1024', provider: null, model: null });
  });

  it.for([
    ['gpt-image-1', '1024x1536', true],
    ['openai/gpt-image-1-mini', '512x512', false],
    ['dall-e-2', '512x512', true],
    ['dall-e-2', '1536x1024', false],
    ['dall-e-3', '1024x1536', false],
    ['flux-schnell', '512x512', true],
  ] as const)('with the service model %s at %s, is available: %s', ([model, size, available]) => {
    const catalog = catalogFor({ ...OPENAI, FAREBOX_OPENAI_MODELS: `image-generate/standard=${model}` });
    const input = { tool: 'image-generate', arguments: { prompt: 'x', size } };
    const { availability } = quoted(catalog, input);
    const reason = { reason: expect.stringContaining(`not ${size}`) as string };
    expect(availability).toEqual({ available, ...(available ? {} : reason) });
    const steps = [input, { tool: 'image-convert', arguments: { source: { step: 0, artifact: 0 }, model: 'jpeg' } }];
    expect(quoted(catalog, { tool: 'pipeline', arguments: { steps } }).availability).toEqual(availability);
  });

  it.for([
    [1, 'a', 1],
    [100, 'a', 1],
    [101, 'a', 2],
    [101, '😀', 2],
    [4000, 'a', 40],
  ] as const)('reads %i times %s aloud for %i units', ([count, character, units]) => {
    const quote = quoted(catalogFor({}), { tool: 'speech-generate', arguments: { text: character.repeat(count) } });
    expect(quote.plan[0]?.price.unitsMax).toBe(units);
  });

  it.for([
    [0.2, 1],
    [1, 1],
    [59.01, 60],
    [3600, 3600],
  ] as const)('transcribes %i seconds for %i units', ([seconds, units]) => {
    const catalog = catalogFor({});
    const prepared = catalog.prepare({ tool: 'audio-transcribe', arguments: { source: { fileId: 'file_a' } } });
    const quote = prepared.ok && catalog.quote(prepared, new Map([['file_a', recording('file_a', seconds)]]));
    expect(quote).toMatchObject({ plan: [{ price: { unitsMax: units } }] });
  });

  it('refuses a recording of unknown or too long duration', () => {
    const catalog = catalogFor({});
    const prepared = catalog.prepare({ tool: 'audio-transcribe', arguments: { source: { fileId: 'file_a' } } });
    const { durationSeconds: _, ...unknown } = recording('file_a');
    for (const file of [unknown, recording('file_a', 3600.5)]) {
      expect(prepared.ok && catalog.quote(prepared, new Map([['file_a', file]]))).toMatchObject({
        message: 'file_not_usable',
        fields: { '/source/fileId': expect.any(String) },
      });
    }
  });
});

describe('the address of a service', () => {
  it.for([
    'http://localhost:1/v1',
    'http://127.0.0.1:1',
    'http://127.1/',
    'http://[::1]:8080/',
    'https://api.example.com',
  ])('may be %s', (url) => {
    expect(problemsOf({ FAREBOX_OPENAI_URL: url, FAREBOX_PREDICTIONS_URL: url })).toBe('');
  });

  it.for([
    'http://api.example.com/v1',
    'http://10.0.0.1/',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
  ])('is encrypted, not %s', (url) => {
    const problems = problemsOf({ FAREBOX_OPENAI_URL: url, FAREBOX_PREDICTIONS_URL: url });
    expect(problems).toContain('FAREBOX_OPENAI_URL must be https');
    expect(problems).toContain('FAREBOX_PREDICTIONS_URL must be https');
  });
});

describe('the list of models', () => {
  it('is empty by default', () => {
    expect(problemsOf({})).toBe('');
    expect(problemsOf({ FAREBOX_OPENAI_MODELS: '' })).toBe('');
  });

  it('reports all its problems at once, together with those of other settings', () => {
    const problems = problemsOf({
      FAREBOX_OPENAI_URL: 'ftp://x',
      FAREBOX_OPENAI_MODELS:
        'image-generate, image-stylize/standard=a, speech-generate/standard=, image-generate/high=b,image-generate/high=c',
      FAREBOX_PREDICTIONS_MODELS: 'image-stylize/standard=a b',
    });
    for (const expected of [
      'FAREBOX_OPENAI_URL must be',
      'not tool/model=name: "image-generate"',
      '"image-stylize/standard", which is not one of audio-transcribe/standard, image-generate/standard, image-generate/high',
      'after speech-generate/standard=',
      'image-generate/high twice',
      'FAREBOX_PREDICTIONS_MODELS needs',
    ]) {
      expect(problems).toContain(expected);
    }
  });
});
