import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogger, type LogLevel } from './logger.ts';

function capture(level: LogLevel = 'info') {
  const lines: string[] = [];
  const clock = { nowMs: 0, now: () => new Date(clock.nowMs), monotonicMs: () => clock.nowMs };
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ app: 'test', level, clock, destination });
  return { logger, lines, clock, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');
const base62 = (length: number) =>
  fc.string({ unit: fc.constantFrom(...BASE62), minLength: length, maxLength: length });
const apiKey = fc
  .tuple(fc.constantFrom('live', 'test'), base62(12), base62(27), base62(6))
  .map(([mode, id, secret, check]) => ({ key: `fb_${mode}_${id}_${secret}_${check}`, secret }));
/** Any text around the secret, including quotes, escapes and line ends. */
const around = fc.string({ unit: 'binary', maxLength: 40 });

describe('secrets in log lines', () => {
  test('an API key is never logged, wherever it is in a message, a value, a name, an array or an error', () => {
    fc.assert(
      fc.property(apiKey, fc.tuple(around, around), fc.anything(), ({ key, secret }, [before, after], other) => {
        const { logger, lines, parsed } = capture();
        const text = `${before}${key}${after}`;
        logger.info(text);
        logger.info({ deep: { list: [other, text] }, [text]: 1 }, 'message');
        logger.error({ err: new Error(text, { cause: new Error(text) }) }, 'failed');
        logger.error(new Error(text));
        logger.info({ text: JSON.stringify({ nested: JSON.stringify({ text }) }) }, 'as text');
        expect(lines).toHaveLength(5);
        expect(lines.join('')).not.toContain(secret);
        expect(parsed()).toHaveLength(5);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a header', { headers: { authorization: 'Token abc"quoted"SECRET' } }],
    ['a header of any case', { headers: { Authorization: 'SECRET' } }],
    ['a repeated header', { authorization: ['SECRET', 'Bearer SECRET'] }],
    ['raw headers', { rawHeaders: ['Authorization', 'Bearer SECRET', 'Host', 'x'] }],
    ['basic credentials', { note: 'sent Basic SECRETSECRETSECRET==' }],
    ['headers that were made text', { text: JSON.stringify({ authorization: 'Token SECRET' }) }],
    ['text in text', { text: JSON.stringify({ text: JSON.stringify({ cookie: 'a=SECRET' }) }) }],
    ['a cookie', { cookie: 'session=SECRET' }],
    ['a password', { databasePassword: 'SECRET' }],
    ['a database URL', { url: 'postgres://app:SECRET@db.internal:5432/farebox' }],
    ['a session', { text: 'session eyJhbGciOiJIUzI1NiJ9.SECRET.SECRET' }],
    ['an invitation', { text: 'fbinv_0123456789abcdef_SECRET_000000' }],
    ['a webhook', { text: 'signed by whsec_SECRETSECRET==' }],
    ['an external service', { text: 'Incorrect API key provided: sk-proj-SECRETSECRETSECRET' }],
    ['an event URL', { text: `GET https://host/event-streams/${'a'.repeat(54)}SECRET answered` }],
    ['an upload address', { text: `PUT https://host/uploads/${'a'.repeat(54)}SECRET answered` }],
    [
      'the row that a constraint refused',
      { err: Object.assign(new Error('refused'), { detail: 'Failing row (SECRET)' }) },
    ],
  ])('%s has its secret redacted', (_name, fields) => {
    const { logger, lines, parsed } = capture();
    logger.info(fields, 'message');
    expect(lines.join('')).not.toContain('SECRET');
    expect(parsed()[0]?.['msg']).toBe('message');
  });

  const word = fc.string({ unit: fc.constantFrom(...BASE62), minLength: 1, maxLength: 12 });
  test('the query string of a signed URL is never logged, whatever it contains', () => {
    const parameters = fc.array(fc.tuple(word, fc.webQueryParameters({ size: 'small' })), { maxLength: 4 });
    const names = fc.constantFrom('signature', 'X-Amz-Signature', 'sig', 'X-Amz-Security-Token');
    const signature = fc.tuple(names, base62(32));
    fc.assert(
      fc.property(fc.webUrl(), fc.tuple(parameters, parameters), signature, (url, [head, tail], [name, value]) => {
        const query = [
          ...head.map((pair) => pair.join('=')),
          `${name}=${value}`,
          ...tail.map((pair) => pair.join('=')),
        ];
        const { logger, lines } = capture();
        logger.info({ url: `${url}?${query.join('&')}` }, `GET /files/a/b?${query.join('&')} answered`);
        expect(lines.join('')).not.toContain(value);
        expect(lines.join('')).toContain(' answered');
      }),
      { numRuns: 300 },
    );
  });

  test('a line without secrets is logged unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(word, fc.oneof(word, fc.integer(), fc.boolean())), word, (fields, message) => {
        fc.pre(
          !/fb_|basic|bearer|secret|password|cookie|authorization|pepper/i.test(JSON.stringify([fields, message])),
        );
        const { logger, parsed } = capture();
        logger.info({ fields, url: 'https://host/executions?limit=20&before=exe_1' }, message);
        expect(parsed()[0]).toMatchObject({
          fields,
          msg: message,
          url: 'https://host/executions?limit=20&before=exe_1',
        });
      }),
    );
  });

  test('a long hostile line is redacted in linear time', () => {
    const { logger } = capture();
    const costUs = (length: number): number => {
      const before = process.cpuUsage();
      for (const each of ['?', '"', 'bearer ', 'authorization":"', '://', '\\'])
        logger.info({ text: each.repeat(length / each.length) }, 'message');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const least = (length: number): number => Math.min(...Array.from({ length: 5 }, () => costUs(length)));
    // Quadratic redaction would take a hundred times as long.
    expect(least(200_000)).toBeLessThan(40 * least(20_000));
  });
});

describe('lines', () => {
  test('name the app, the level as a word and the time in UTC', () => {
    const { logger, parsed } = capture();
    logger.warn({ count: 1 }, 'message');
    expect(parsed()[0]).toMatchObject({ app: 'test', level: 'warn', count: 1, msg: 'message' });
    expect(parsed()[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('below the log level nothing is written', () => {
    const { logger, lines } = capture('error');
    logger.warn('message');
    expect(lines).toEqual([]);
  });

  test('a repeated warning is written five times a second, then once with the number of suppressed lines', () => {
    const { logger, parsed, clock } = capture();
    for (let line = 0; line < 1000; line++) logger.warn({ line }, 'Redis is away');
    logger.warn('something else');
    expect(parsed()).toHaveLength(6);
    clock.nowMs = 1000;
    logger.warn({ line: 1000 }, 'Redis is away');
    expect(parsed().at(-1)).toMatchObject({ msg: 'Redis is away', line: 1000, suppressed: 995 });
  });

  test('errors without a message, plain texts and child loggers have the same limit, and repeat five lines together', () => {
    const { logger, parsed, clock } = capture();
    for (let line = 0; line < 10; line++) {
      logger.error(new Error('boom'));
      logger.child({ part: 'a' }).error('text');
    }
    expect(parsed()).toHaveLength(2 + 5);
    clock.nowMs = 1000;
    logger.error(new Error('boom'));
    logger.error('text');
    expect(parsed().slice(-2)).toMatchObject([
      { suppressed: 6, err: { message: 'boom' } },
      { suppressed: 7, msg: 'text' },
    ]);
  });

  test('an outage that many parts report repeats five lines a second, and hides no error', () => {
    const { logger, parsed, clock } = capture();
    const parts = Array.from({ length: 30 }, (_, part) => `part ${part} cannot read the database`);
    for (let second = 0; second < 10; second++) {
      clock.nowMs = second * 1000;
      for (let again = 0; again < 20; again++) for (const part of parts) logger.warn(part);
    }
    logger.error('a defect');
    expect(parsed()).toHaveLength(parts.length + 10 * 5 + 1);
  });

  test('information, and the last lines of a process, are never suppressed', () => {
    const { logger, lines } = capture();
    for (let line = 0; line < 20; line++) {
      logger.info('request');
      logger.fatal('dying');
    }
    expect(lines).toHaveLength(40);
  });
});
