import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FLAG_NAMES, UsageError, parseSession, parseStart } from './options.ts';

const parse = (args: string[], env = {}) => parseStart(args, env, '/clone');

test('a flag wins over the environment, and that over the default', () => {
  expect(parse([])).toEqual({ dataDirectory: '/clone/.tollgate', host: '127.0.0.1', port: 8080 });
  expect(parse([], { TOLLGATE_PORT: '9000' })).toMatchObject({ port: 9000 });
  expect(parse(['--port', '9001', '--data-dir', '/data'], { TOLLGATE_PORT: '9000' })).toMatchObject({
    port: 9001,
    dataDirectory: '/data',
  });
});

for (const args of [['--prot', '1'], ['--port', '0'], ['--port', '65536'], ['--port', '80a'], ['--port'], ['stray']]) {
  test(`"${args.join(' ')}" is refused in one line`, () => {
    expect(() => parse(args)).toThrow(UsageError);
    expect(() => parse(args)).toThrow(/^.+$/);
  });
}

test('a session is of the demo ADMIN for an hour unless it is said otherwise, and never longer than half a day', () => {
  expect(parseSession([], '/clone')).toEqual({ dataDirectory: '/clone/.tollgate', minutes: 60 });
  expect(parseSession(['--minutes', '720', '--subject', 'ada'], '/clone')).toMatchObject({
    minutes: 720,
    subject: 'ada',
  });
  for (const minutes of ['0', '721', '1h', '']) {
    expect(() => parseSession(['--minutes', minutes], '/clone')).toThrow(UsageError);
  }
  expect(() => parseSession(['--port', '1'], '/clone')).toThrow(UsageError);
});

test('--help lists every flag', () => {
  const help = readFileSync(new URL('../help.txt', import.meta.url), 'utf8');
  for (const name of FLAG_NAMES) expect(help).toContain(`--${name}`);
});
