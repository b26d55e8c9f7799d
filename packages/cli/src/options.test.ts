import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { minutesOf, portOf, sessionOptions, startOptions, subjectOf } from './options.ts';
import { UsageError } from './program/exit-codes.ts';
import { createProgram } from './program/program.ts';
import { recordingContext } from './testing/recording-context.ts';

const base = (env = {}) => ({ root: '/clone', env });

test('a flag overrides the environment, and the environment overrides the default', () => {
  expect(startOptions({}, base())).toEqual({ dataDirectory: '/clone/.farebox', host: '127.0.0.1', port: 8080 });
  expect(startOptions({}, base({ FAREBOX_PORT: '9000' }))).toMatchObject({ port: 9000 });
  expect(startOptions({ port: 9001, dataDir: '/data' }, base({ FAREBOX_PORT: '9000' }))).toMatchObject({
    port: 9001,
    dataDirectory: '/data',
  });
});

test('an invalid port, an invalid duration and an empty subject are refused in one line', () => {
  for (const port of ['0', '65536', '80a', '']) expect(() => portOf(port), port).toThrow(UsageError);
  for (const minutes of ['0', '721', '1h', '']) expect(() => minutesOf(minutes), minutes).toThrow(UsageError);
  expect(() => subjectOf('')).toThrow(UsageError);
  expect(() => startOptions({}, base({ FAREBOX_PORT: '80a' }))).toThrow(/^.+$/);
});

test('a session is for the demo ADMIN and one hour by default, and never longer than twelve hours', () => {
  expect(sessionOptions({}, base())).toEqual({ dataDirectory: '/clone/.farebox', minutes: 60 });
  expect(sessionOptions({ minutes: minutesOf('720'), subject: subjectOf('ada') }, base())).toMatchObject({
    minutes: 720,
    subject: 'ada',
  });
});

test('help.txt, which is shown before anything is installed, lists every flag of its commands', () => {
  const help = readFileSync(new URL('../help.txt', import.meta.url), 'utf8');
  const names = new Set(['start', 'session', 'backup', 'restore', 'database']);
  const commands = createProgram(recordingContext()).commands.filter((command) => names.has(command.name()));
  expect(commands).toHaveLength(names.size);
  for (const { options } of commands) for (const { long } of options) expect(help).toContain(long);
});
