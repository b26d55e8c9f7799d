import { describe, expect, test } from 'vitest';
import { type ConfigError, integer, optionalText, readConfig, secretList, text, url } from './config.ts';

const SECRET = { description: 'A secret.', secret: true, lengthMin: 8 };
const fields = {
  database: url('DATABASE_URL', { description: 'The database.', protocols: ['postgres:'] }),
  pepper: text('FAREBOX_PEPPER', SECRET),
  session: optionalText('FAREBOX_SESSION', SECRET),
  count: integer('FAREBOX_COUNT', { description: 'How many.', default: '2', min: 1, max: 9 }),
};

function problemsOf(env: Record<string, string>, known: readonly string[] = []): readonly string[] {
  try {
    readConfig(fields, env, known);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

const GOOD = { DATABASE_URL: 'postgres://host/name', FAREBOX_PEPPER: 'peppered' };

describe('readConfig', () => {
  test('reads the set values, and the defaults of the others', () => {
    expect(readConfig(fields, GOOD)).toEqual({
      database: new URL('postgres://host/name'),
      pepper: 'peppered',
      session: undefined,
      count: 2,
    });
  });

  test('reports all problems at once', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://x', FAREBOX_COUNT: '10', FAREBOX_TYPO: '1' })).toEqual([
      'DATABASE_URL must be a URL that starts with postgres://; it is "mysql://x"',
      'FAREBOX_PEPPER is not set: A secret.',
      'FAREBOX_COUNT must be an integer from 1 to 9; it is "10"',
      'FAREBOX_TYPO is not a setting of Farebox',
    ]);
  });

  test('never shows a secret, not even one that is too short', () => {
    expect(problemsOf({ ...GOOD, FAREBOX_PEPPER: 'salt', FAREBOX_SESSION: '' })).toEqual([
      'FAREBOX_PEPPER must have at least 8 characters; it is (redacted)',
    ]);
    expect(problemsOf({ ...GOOD, FAREBOX_SESSION: 'salt' })).toEqual([
      'FAREBOX_SESSION must have at least 8 characters; it is (redacted)',
    ]);
  });

  test('accepts settings of other apps if they are known', () => {
    expect(problemsOf({ ...GOOD, FAREBOX_OTHER: '1' }, ['FAREBOX_OTHER'])).toEqual([]);
  });
});

const listOf = (value: string) => {
  const list = { peppers: secretList('FAREBOX_PEPPERS', { description: 'Secrets.', lengthMin: 8 }) };
  return () => readConfig(list, { FAREBOX_PEPPERS: value });
};

test.each(['one-secret', 'one-secret,the-other'])('a list of secrets may be %j', (value) => {
  expect(listOf(value)().peppers).toBe(value);
});

test.each(['one-secret, the-other', 'one-secret,', 'one-secret,short', 'one-secret,one-secret', ''])(
  'the list of secrets %j is refused, and the problem does not show it',
  (value) => {
    expect(listOf(value)).toThrow(/FAREBOX_PEPPERS must .*; it is \(redacted\)/);
  },
);
