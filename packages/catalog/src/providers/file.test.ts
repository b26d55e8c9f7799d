/** Valid and invalid providers files, and the problems that are reported. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigError, readConfig } from '@farebox/kernel';
import { afterAll, expect, test } from 'vitest';
import { createCatalog } from '../catalog.ts';
import { quoted } from '../testing/samples.ts';
import { providerNamesOf, providerOfferFields, providerOffersOf, simulatedOffersOf } from './offers.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-providers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PATH = join(folder, 'providers.json');
const read = (text: string, env: Record<string, string> = {}) => {
  writeFileSync(PATH, text);
  const all = { FAREBOX_PROVIDERS_FILE: PATH, ...env };
  return readConfig(providerOfferFields(all), all);
};
function problemsOf(text: string, env: Record<string, string> = {}): string {
  try {
    read(text, env);
    return '';
  } catch (error) {
    return (error as ConfigError).message;
  }
}

const PICTURES = { kind: 'openai', url: 'https://a.example/v1', key: { env: 'A_KEY' }, models: { one: {}, two: {} } };
const MORE = { ...PICTURES, url: 'https://b.example/v1', key: { file: 'secret' } };
const FRAMES = { ...PICTURES, kind: 'predictions', models: { 'acme/film': { cost: '0.001/predict-second' } } };
const of = (providers: object, tools: object = {}): string => JSON.stringify({ providers, tools });
const served = (provider: string, model: string) => [{ provider, model }];

test('the example in the documentation is a valid file', () => {
  const [, example = ''] = /```json\n([^]*?)```/.exec(
    readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8'),
  )!;
  const config = read(example);
  expect(providerNamesOf(config.providersFile)).toEqual(['pictures', 'voices', 'frames']);
  expect(config.providersFile?.providers).toMatchObject([
    { key: { env: 'PICTURES_KEY' }, idempotent: false, refusedStatuses: new Set([401, 402, 403, 429]) },
    {
      key: { file: join(folder, 'secrets/voices') },
      idempotent: true,
      costs: new Map([['whisper-large', '0.006/audio-minute']]),
    },
    { kind: 'predictions', outputHosts: ['files.frames.example'], outputsOnLoopback: false },
  ]);
  const { tools } = createCatalog({ rehearsal: false, providers: providerOffersOf(config) }).describe({
    executionEnabled: true,
  });
  const simulated = simulatedOffersOf({ simulatorUrl: new URL('http://127.0.0.1:1') });
  const external = tools.filter(({ name }) => [...simulated.keys()].some((each) => each.startsWith(`${name}/`)));
  expect(external.flatMap(({ models }) => models.filter(({ available }) => !available))).toEqual([]);
});

test('two entries of one kind serve one model each, and each plan names its own entry', () => {
  const tools = { 'image-generate/standard': served('more', 'two'), 'image-generate/high': served('pictures', 'one') };
  const config = read(of({ pictures: PICTURES, more: MORE, frames: FRAMES }, tools));
  const catalog = createCatalog({ rehearsal: false, providers: providerOffersOf(config) });
  for (const [model, provider, name] of [
    ['standard', 'more', 'two'],
    ['high', 'pictures', 'one'],
  ] as const) {
    const quote = quoted(catalog, { tool: 'image-generate', arguments: { prompt: 'x', model } });
    expect(quote).toMatchObject({ availability: { available: true }, providers: [[provider]] });
    expect(quote.plan[0]?.parameters).toMatchObject({ provider, model: name });
  }
  expect(
    quoted(catalog, { tool: 'video-generate', arguments: { prompt: 'x', seconds: 1 } }).availability,
  ).toMatchObject({
    available: false,
  });
});

test('the plan names the spare after the first entry, or only the entry that can do the request', () => {
  const entries = {
    main: { ...PICTURES, models: { 'dall-e-2': {} } },
    spare: { ...MORE, models: { 'gpt-image-1': {} } },
  };
  const tools = { 'image-generate/standard': [...served('main', 'dall-e-2'), ...served('spare', 'gpt-image-1')] };
  const catalog = createCatalog({ rehearsal: false, providers: providerOffersOf(read(of(entries, tools))) });
  const plannedFor = (size: string) => {
    const quote = quoted(catalog, { tool: 'image-generate', arguments: { prompt: 'x', size } });
    return [quote.providers, quote.plan[0]?.parameters];
  };
  const [main, spare] = [
    { provider: 'main', model: 'dall-e-2' },
    { provider: 'spare', model: 'gpt-image-1' },
  ];
  expect(plannedFor('1024x1024')).toEqual([[['main', 'spare']], { prompt: 'x', size: '1024x1024', ...main, spare }]);
  expect(plannedFor('512x512')).toEqual([[['main']], { prompt: 'x', size: '512x512', ...main }]);
  expect(plannedFor('1536x1024')).toEqual([[['spare']], { prompt: 'x', size: '1536x1024', ...spare }]);
});

test('without a file, the settings define two entries', () => {
  expect(providerNamesOf(undefined)).toEqual(['openai', 'predictions']);
});

const WRONG: readonly (readonly [what: string, text: string, told: readonly string[]])[] = [
  ['no JSON', '{"providers": sk-secret', ['is not valid JSON']],
  ['no object', '[]', ['must hold a JSON object']],
  ['an empty object', '{}', ['at /providers is required', 'at /tools is required']],
  [
    'an entry without address, and one without key',
    of({ a: { ...PICTURES, url: undefined }, b: { ...PICTURES, key: undefined } }),
    ['at /providers/a/url is required', 'at /providers/b/key is required'],
  ],
  [
    'an unknown kind',
    of({ a: { ...PICTURES, kind: 'other' } }),
    ['at /providers/a/kind must be one of openai, predictions'],
  ],
  ['an unknown field', of({ a: { ...PICTURES, hosts: [] } }), ['at /providers/a/hosts is not a known field']],
  [
    'a key instead of its location',
    of({ a: { ...PICTURES, key: 'sk-secret' } }),
    ['at /providers/a/key must be object'],
  ],
  [
    'two locations of a key',
    of({ a: { ...PICTURES, key: { env: 'A', file: 'b' } } }),
    ['at /providers/a/key must be {"env": "NAME"} or {"file": "path"}'],
  ],
  ['no location of a key', of({ a: { ...PICTURES, key: {} } }), ['at /providers/a/key must be']],
  [
    'a variable of this product',
    of({ a: { ...PICTURES, key: { env: 'FAREBOX_URL_SECRET' } } }),
    ['at /providers/a/key must be'],
  ],
  [
    'an address without encryption',
    of({ a: { ...PICTURES, url: 'http://a.example/v1' } }),
    ['at /providers/a/url must be https unless it is on this machine'],
  ],
  [
    'a password in an address',
    of({ a: { ...PICTURES, url: 'https://u:sk-secret@a.example/' } }),
    ['at /providers/a/url must have no name, password'],
  ],
  [
    'a name of the simulator',
    of({ 'simulated-openai': PICTURES, 'tool-acme-read': PICTURES }),
    [
      'at /providers/simulated-openai must not begin with simulated-',
      '/providers/tool-acme-read must not begin with tool-',
    ],
  ],
  ['an invalid name', of({ 'No Name': PICTURES }), ['/providers']],
  [
    'an invalid status',
    of({ a: { ...PICTURES, refusedStatuses: [200] } }),
    ['at /providers/a/refusedStatuses/0 must be >= 400'],
  ],
  [
    'a host with a path',
    of({ a: { ...FRAMES, outputHosts: ['a.example/x'] } }),
    ['at /providers/a/outputHosts/0 must match'],
  ],
  [
    'an invalid cost',
    of({ a: { ...PICTURES, models: { one: { cost: '4 cents' } } } }),
    ['at /providers/a/models/one/cost must match'],
  ],
  [
    'an unknown tool',
    of({ a: PICTURES }, { 'image-resize/standard': served('a', 'one') }),
    ['at /tools/image-resize~1standard is not a model of a tool on an external service'],
  ],
  [
    'an unknown entry',
    of({ a: PICTURES }, { 'image-generate/high': served('b', 'one') }),
    ['at /tools/image-generate~1high/0/provider names no entry'],
  ],
  [
    'an entry name that objects inherit',
    of({ a: PICTURES }, { 'image-generate/high': served('constructor', 'one') }),
    ['names no entry'],
  ],
  [
    'an entry of another kind',
    of({ a: FRAMES }, { 'image-generate/high': served('a', 'acme/film') }),
    ['is of kind predictions: this tool needs one of kind openai'],
  ],
  [
    'a model that the entry lacks',
    of({ a: PICTURES }, { 'image-generate/high': served('a', 'three') }),
    ['at /tools/image-generate~1high/0/model is not among the models of a'],
  ],
  [
    'an entry that is its own spare',
    of({ a: PICTURES }, { 'image-generate/high': [...served('a', 'one'), ...served('a', 'two')] }),
    ['at /tools/image-generate~1high/1/provider is the same entry as the first'],
  ],
  [
    'a model without an entry',
    of({ a: PICTURES }, { 'image-generate/high': [] }),
    ['at /tools/image-generate~1high must NOT have fewer than 1 items'],
  ],
];

test.each(WRONG)('%s is reported with its JSON Pointer, and no value is repeated', (_what, text, told) => {
  const problems = problemsOf(text);
  for (const each of told) expect(problems).toContain(each);
  expect(problems).toContain(`FAREBOX_PROVIDERS_FILE`);
  expect(problems).not.toContain('sk-secret');
});

test('all problems are reported at once', () => {
  const problems = problemsOf(
    of({ a: { ...PICTURES, url: 'ftp://x' }, b: { ...PICTURES, key: {} } }, { x: served('a', 'one') }),
  );
  for (const each of ['/providers/a/url', '/providers/b/key', '/tools/x']) expect(problems).toContain(each);
});

test('an unreadable file is reported, and so is a service that is configured both by file and by settings', () => {
  expect(problemsOf('{}', { FAREBOX_PROVIDERS_FILE: join(folder, 'absent') })).toContain('cannot be read (ENOENT)');
  expect(problemsOf(of({ a: PICTURES }), { FAREBOX_OPENAI_URL: 'https://a.example' })).toContain(
    'FAREBOX_PROVIDERS_FILE cannot be set together with FAREBOX_OPENAI_URL: write that service into the file',
  );
});
