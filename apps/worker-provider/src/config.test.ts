/** Errors for wrong or dangerous configurations, before anything is opened. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, KNOWN_SETTINGS } from '@farebox/kernel';
import { afterAll, expect, test } from 'vitest';
import { WORKER_PROVIDER_FIELDS, readProviderWorkerConfig } from './config.ts';

const BASE = { DATABASE_URL: 'postgres://u@h/d', FAREBOX_DATA_DIR: '/tmp', FAREBOX_URL_SECRET: 'x'.repeat(32) };

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readProviderWorkerConfig({ ...BASE, ...env });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

test('without providers no setting is required', () => {
  expect(problemsOf({})).toEqual([]);
  expect(readProviderWorkerConfig(BASE)).toMatchObject({
    openaiUrl: undefined,
    openaiIdempotent: false,
    outputHosts: [],
  });
});

test('a provider without its key is reported, together with all other problems', () => {
  const problems = problemsOf({
    FAREBOX_OPENAI_URL: 'https://api.example.com/v1',
    FAREBOX_PREDICTIONS_URL: 'ftp://example.com',
    FAREBOX_PREDICTIONS_OUTPUT_HOSTS: 'https://files.example.com',
    FAREBOX_PREDICTIONS_IDEMPOTENT: 'yes',
    FAREBOX_PROVIDER_UNKNOWN_SECONDS: '-1',
  });
  for (const variable of [
    'OPENAI_KEY',
    'PREDICTIONS_URL',
    'PREDICTIONS_KEY',
    'PREDICTIONS_OUTPUT_HOSTS',
    'PREDICTIONS_IDEMPOTENT',
    'PROVIDER_UNKNOWN_SECONDS',
  ]) {
    expect(problems.join('\n')).toContain(`FAREBOX_${variable} `);
  }
});

test("the statuses of a provider's refusals must be valid HTTP statuses", () => {
  const refused = (text: string) => ({ FAREBOX_OPENAI_REFUSED_STATUSES: text });
  expect(readProviderWorkerConfig(BASE).openaiRefusedStatuses).toEqual(new Set([401, 402, 403, 429]));
  expect(readProviderWorkerConfig({ ...BASE, ...refused('429, 529') }).openaiRefusedStatuses).toEqual(
    new Set([429, 529]),
  );
  expect(readProviderWorkerConfig({ ...BASE, ...refused('') }).openaiRefusedStatuses).toEqual(new Set());
  for (const text of ['200', '429;503', '4xx', '429,']) expect(problemsOf(refused(text)), text).toHaveLength(1);
});

test('a key that could end a header is refused and not shown', () => {
  const problems = problemsOf({
    FAREBOX_OPENAI_URL: 'https://api.example.com',
    FAREBOX_OPENAI_KEY: 'sk-secret\r\nx: y',
  });
  expect(problems.join()).toContain('FAREBOX_OPENAI_KEY');
  expect(problems.join()).not.toContain('sk-secret');
});

test.each(['a.example', 'a.example:8443', 'A.example, b.example', '127.0.0.1', '[::1]:8080'])(
  '%j are accepted as hosts',
  (hosts) => {
    expect(problemsOf({ FAREBOX_PREDICTIONS_OUTPUT_HOSTS: hosts })).toEqual([]);
  },
);

test.each(['*', '*.example.com', 'a.example/path', 'user@a.example', 'a b'])('%j are refused as hosts', (hosts) => {
  expect(problemsOf({ FAREBOX_PREDICTIONS_OUTPUT_HOSTS: hosts })).toHaveLength(1);
});

test('every setting of this app is known to the other apps', () => {
  const known: readonly string[] = KNOWN_SETTINGS;
  const own = Object.values(WORKER_PROVIDER_FIELDS).map(({ variable }) => variable);
  const ours = own.filter((variable) => variable.startsWith('FAREBOX_'));
  expect(ours.filter((variable) => !known.includes(variable))).toEqual([]);
});

const folder = mkdtempSync(join(tmpdir(), 'farebox-provider-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function filed(key: object, models: object = { one: { cost: '0.04/image' } }): Record<string, string> {
  const path = join(folder, 'providers.json');
  const entry = { kind: 'openai', url: 'https://a.example/v1', key, models };
  writeFileSync(path, JSON.stringify({ providers: { pictures: entry }, tools: {} }));
  return { FAREBOX_PROVIDERS_FILE: path };
}

test('the keys of a provider file come from a variable or from a file beside it', () => {
  writeFileSync(join(folder, 'key'), 'sk-in-a-file\n');
  for (const [key, env, expected] of [
    [{ env: 'PICTURES_KEY' }, { PICTURES_KEY: 'sk-in-a-variable' }, 'sk-in-a-variable'],
    [{ file: 'key' }, {}, 'sk-in-a-file'],
  ] as const) {
    const { providersFile } = readProviderWorkerConfig({ ...BASE, ...filed(key), ...env });
    expect(providersFile?.providers).toMatchObject([{ name: 'pictures', key: expected }]);
    expect([...(providersFile?.providers[0]?.tariffs ?? [])]).toEqual([
      ['one', { unit: 'image', picoUsd: 40_000_000_000n }],
    ]);
  }
});

test('a missing or invalid key is reported with its entry and the fix, and not shown', () => {
  expect(problemsOf(filed({ env: 'PICTURES_KEY' })).join()).toContain(
    'at /providers/pictures/key does not exist: set PICTURES_KEY for the provider worker',
  );
  expect(problemsOf(filed({ file: 'absent' })).join()).toContain(`write it into ${join(folder, 'absent')}`);
  const broken = problemsOf({ ...filed({ env: 'PICTURES_KEY' }), PICTURES_KEY: 'sk-secret\r\nx: y' }).join();
  expect(broken).toContain('at /providers/pictures/key must have no spaces');
  expect(broken).not.toContain('sk-secret');
  expect(problemsOf({ ...filed({ env: 'K' }, { one: { cost: '1.2.3/image' } }), K: 'k' }).join()).toContain(
    'at /providers/pictures/models/one/cost must be USD/unit',
  );
});
