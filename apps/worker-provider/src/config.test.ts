/** What a wrong or dangerous configuration is told, before anything is opened. */
import { ConfigError, KNOWN_SETTINGS } from '@tollgate/kernel';
import { expect, test } from 'vitest';
import { WORKER_PROVIDER_FIELDS, readProviderWorkerConfig } from './config.ts';

const BASE = { DATABASE_URL: 'postgres://u@h/d', TOLLGATE_DATA_DIR: '/tmp', TOLLGATE_URL_SECRET: 'x'.repeat(32) };

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readProviderWorkerConfig({ ...BASE, ...env });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

test('without providers nothing needs to be set', () => {
  expect(problemsOf({})).toEqual([]);
  expect(readProviderWorkerConfig(BASE)).toMatchObject({
    openaiUrl: undefined,
    openaiIdempotent: false,
    outputHosts: [],
  });
});

test('a provider without its key is a problem, and so is everything else at once', () => {
  const problems = problemsOf({
    TOLLGATE_OPENAI_URL: 'https://api.example.com/v1',
    TOLLGATE_PREDICTIONS_URL: 'ftp://example.com',
    TOLLGATE_PREDICTIONS_OUTPUT_HOSTS: 'https://files.example.com',
    TOLLGATE_PREDICTIONS_IDEMPOTENT: 'yes',
    TOLLGATE_PROVIDER_UNKNOWN_SECONDS: '-1',
  });
  for (const variable of [
    'OPENAI_KEY',
    'PREDICTIONS_URL',
    'PREDICTIONS_KEY',
    'PREDICTIONS_OUTPUT_HOSTS',
    'PREDICTIONS_IDEMPOTENT',
    'PROVIDER_UNKNOWN_SECONDS',
  ]) {
    expect(problems.join('\n')).toContain(`TOLLGATE_${variable} `);
  }
});

test('by which statuses a provider refuses is said in statuses', () => {
  const refused = (text: string) => ({ TOLLGATE_OPENAI_REFUSED_STATUSES: text });
  expect(readProviderWorkerConfig(BASE).openaiRefusedStatuses).toEqual(new Set([401, 402, 403, 429]));
  expect(readProviderWorkerConfig({ ...BASE, ...refused('429, 529') }).openaiRefusedStatuses).toEqual(
    new Set([429, 529]),
  );
  expect(readProviderWorkerConfig({ ...BASE, ...refused('') }).openaiRefusedStatuses).toEqual(new Set());
  for (const text of ['200', '429;503', '4xx', '429,']) expect(problemsOf(refused(text)), text).toHaveLength(1);
});

test('a key that could end a header is refused and not shown', () => {
  const problems = problemsOf({
    TOLLGATE_OPENAI_URL: 'https://api.example.com',
    TOLLGATE_OPENAI_KEY: 'sk-secret\r\nx: y',
  });
  expect(problems.join()).toContain('TOLLGATE_OPENAI_KEY');
  expect(problems.join()).not.toContain('sk-secret');
});

test.each(['a.example', 'a.example:8443', 'A.example, b.example', '127.0.0.1', '[::1]:8080'])(
  '%j are hosts',
  (hosts) => {
    expect(problemsOf({ TOLLGATE_PREDICTIONS_OUTPUT_HOSTS: hosts })).toEqual([]);
  },
);

test.each(['*', '*.example.com', 'a.example/path', 'user@a.example', 'a b'])('%j are none', (hosts) => {
  expect(problemsOf({ TOLLGATE_PREDICTIONS_OUTPUT_HOSTS: hosts })).toHaveLength(1);
});

test('every setting of this app is known to the others', () => {
  const known: readonly string[] = KNOWN_SETTINGS;
  const own = Object.values(WORKER_PROVIDER_FIELDS).map(({ variable }) => variable);
  const ours = own.filter((variable) => variable.startsWith('TOLLGATE_'));
  expect(ours.filter((variable) => !known.includes(variable))).toEqual([]);
});
