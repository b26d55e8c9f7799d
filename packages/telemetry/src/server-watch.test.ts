import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { createServerWatch } from './server-watch.ts';

function watched() {
  const lines: string[] = [];
  const clock = { nowMs: 0, now: () => new Date(clock.nowMs), monotonicMs: () => clock.nowMs };
  const logger = createLogger({
    app: 'test',
    level: 'info',
    clock,
    destination: { write: (line: string) => void lines.push(line) },
  });
  const told = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { clock, told, watch: createServerWatch({ logger, clock }) };
}

test('an outage is one line when it begins and one line when it ends, with its length', () => {
  const { clock, told, watch } = watched();
  watch.worked('PostgreSQL');
  for (let at = 0; at <= 40_000; at += 100) {
    clock.nowMs = at;
    watch.failed('PostgreSQL', new Error('connect ECONNREFUSED'));
    watch.worked('Redis');
  }
  clock.nowMs = 42_000;
  for (let again = 0; again < 10; again++) watch.worked('PostgreSQL');
  expect(told()).toMatchObject([
    { level: 'warn', server: 'PostgreSQL', reason: 'connect ECONNREFUSED', msg: 'a server is away' },
    { level: 'info', server: 'PostgreSQL', awaySeconds: 42, msg: 'a server is back' },
  ]);
});

test('a server that fails every other time is away until a second passes without a failure', () => {
  const { clock, told, watch } = watched();
  for (let at = 0; at < 20_000; at += 200) {
    clock.nowMs = at;
    watch.failed('S3', 'reset');
    watch.worked('S3');
  }
  expect(told()).toHaveLength(1);
  clock.nowMs = 21_000;
  watch.worked('S3');
  expect(told().map(({ msg }) => msg)).toEqual(['a server is away', 'a server is back']);
});
