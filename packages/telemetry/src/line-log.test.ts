import { describe, expect, test } from 'vitest';
import { createExecutionLog } from './execution-log.ts';
import { createLineLog } from './line-log.ts';
import { createLogger, type LogLevel } from './logger.ts';

function capture(level: LogLevel = 'info') {
  const lines: string[] = [];
  const clock = { nowMs: 0, now: () => new Date(clock.nowMs), monotonicMs: () => clock.nowMs };
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ app: 'test', level, clock, destination });
  return { logger, lines, clock, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('a line that is built here', () => {
  test('has the same form as every other line', () => {
    const { logger, parsed } = capture();
    const fields = { route: '/tools/{tool}', status: 202, durationMs: 1.5, isTest: false, none: null, left: undefined };
    createLineLog(logger)('request', fields);
    logger.info(fields, 'request');
    const [own, usual] = parsed();
    expect({ ...own, time: 0 }).toEqual({ ...usual, time: 0 });
    expect(own?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test.each(['a "quote"', 'two\nlines', 'back\\slash', 'ümlaut', '\u0000', 'x'.repeat(1000)])(
    'stays valid JSON with the value %j',
    (reason) => {
      const { logger, parsed } = capture();
      createLineLog(logger)('request', { reason });
      expect(parsed()).toMatchObject([{ msg: 'request', reason }]);
    },
  );

  test.each([`fb_live_${'a'.repeat(16)}_${'SECRET'.repeat(5)}_cccccc`, 'https://host/files/a?signature=SECRET'])(
    'has no secret, even in a field where none belongs: %s',
    (reason) => {
      const { logger, lines } = capture();
      createLineLog(logger)('request', { reason });
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain('SECRET');
    },
  );

  test('is not written below the log level', () => {
    const { logger, lines } = capture('warn');
    createLineLog(logger)('request', { status: 200 });
    expect(lines).toEqual([]);
  });

  test('is limited together with the warnings if an outage can repeat it, and tells the number of missing lines', () => {
    const { logger, lines, parsed, clock } = capture();
    const log = createLineLog(logger);
    for (let again = 0; again < 100; again++) {
      logger.warn('the database is away');
      log('request', { status: 503 }, { limitedAs: 'request 503' });
    }
    expect(lines).toHaveLength(2 + 5);
    clock.nowMs = 1000;
    log('request', { status: 503 }, { limitedAs: 'request 503' });
    const before = parsed().filter(({ msg }) => msg === 'request').length;
    expect(parsed().at(-1)).toMatchObject({ msg: 'request', suppressed: 101 - before });
  });
});

test('first attempts of executions are always logged, and repeated ones are limited together', () => {
  const { logger, lines } = capture();
  const log = createExecutionLog(logger);
  const ids = { projectId: 'proj_1', executionId: 'exe_1' };
  for (let again = 0; again < 50; again++) log('execution claimed', ids);
  expect(lines).toHaveLength(50);
  for (let again = 0; again < 50; again++) {
    log('execution claimed', ids, { isRepeat: true });
    log('execution postponed', ids, { isRepeat: true });
  }
  expect(lines).toHaveLength(50 + 5);
});
