/**
 * No setting is dropped without a word: Compose passes each to every app that reads it, or refuses it by name. The tables of the apps say
 * which settings there are, so a new setting that Compose forgets fails here.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SETTINGS_OF } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { FILE, readServices, variables } from './compose/compose-file.ts';

const SECRETS = Object.fromEntries(
  variables.filter((each) => each.default === undefined).map(({ name }) => [name, 'x'.repeat(40)]),
);

interface Reading {
  readonly service: string;
  readonly setting: string;
}
const readings: readonly Reading[] = Object.entries(SETTINGS_OF).flatMap(([service, settings]) =>
  settings.map((setting) => ({ service, setting })),
);

/** The provider worker mostly waits, so its number of executions at once has another name in Compose. */
const VARIABLES: Readonly<Record<string, string>> = {
  'worker-provider FAREBOX_WORKER_CONCURRENCY': 'PROVIDER_CONCURRENCY',
};
const variableOf = ({ service, setting }: Reading): string => VARIABLES[`${service} ${setting}`] ?? setting;

const environmentOf = (service: string, env: Readonly<Record<string, string>> = {}) =>
  readServices({ ...SECRETS, ...env })[service]?.environment ?? {};

/** The line by which Compose refuses a setting. */
const errorFor = (setting: string): string | undefined =>
  readServices({ ...SECRETS, [setting]: 'given' })['refused']?.ports?.find((port) => port.startsWith(`${setting} `));

const refused = [...new Set(readings.map(({ setting }) => setting))].filter((each) => errorFor(each) !== undefined);

test('each setting reaches every app that reads it, or Compose refuses it and says why', () => {
  const dropped = readings.filter((reading) => {
    const passed = environmentOf(reading.service, { [variableOf(reading)]: 'given' })[reading.setting] === 'given';
    return passed === refused.includes(reading.setting);
  });
  expect(dropped).toEqual([]);
  expect(refused.length).toBeGreaterThan(10);
  for (const setting of refused) expect(errorFor(setting)).toMatch(/^FAREBOX_\w+ has no effect in Compose, .+1$/);
});

test('only settings whose value Compose decides are refused', () => {
  expect(refused.filter((each) => !/_HOST$|_PORT$|_DIR$|_FFMPEG$|_FAILPOINT_URL$/.test(each))).toEqual([]);
  expect(refused).not.toContain('FAREBOX_SPOOL_DIR');
});

/** Defaults that are not those of the tables, because Compose knows its own servers and formats. */
const OWN: ReadonlySet<string> = new Set(
  ['DATABASE_URL', 'FAREBOX_MIGRATION_DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY'].concat(
    ['FAREBOX_PUBLIC_URL', 'FAREBOX_AUDIO_FORMATS', 'FAREBOX_VIDEO_FORMATS', 'FAREBOX_SIMULATOR_CRASH'],
    ['worker-provider FAREBOX_WORKER_CONCURRENCY', 'FAREBOX_RUNNER_SECRETS_DIR'],
  ),
);

test('a setting that is not set has the default of its table', () => {
  const example = readFileSync(resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  const defaults = new Map(Array.from(example.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm), ([, name, value]) => [name, value]));
  const usual = readings.filter(
    ({ service, setting }) =>
      defaults.has(setting) && !refused.includes(setting) && !OWN.has(setting) && !OWN.has(`${service} ${setting}`),
  );
  expect(usual.length).toBeGreaterThan(60);
  const others = usual
    .filter(({ setting }) => !(setting in SECRETS))
    .filter(({ service, setting }) => environmentOf(service)[setting] !== defaults.get(setting));
  expect(others).toEqual([]);
});

test('settings whose emptiness has a meaning can be emptied', () => {
  for (const setting of ['FAREBOX_AUDIO_FORMATS', 'FAREBOX_VIDEO_FORMATS'])
    expect(environmentOf('gateway', { [setting]: '' })[setting]).toBe('');
  expect(environmentOf('simulator', { FAREBOX_SIMULATOR_IDEMPOTENT: '' })['FAREBOX_SIMULATOR_IDEMPOTENT']).toBe('');
});

test('Compose itself accepts the file, prints the passed settings, and refuses the others by name', ({ skip }) => {
  if (spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status !== 0) {
    console.log('not done: compose.yaml was not given to Docker, which lacks the plugin docker-compose-plugin');
    return skip();
  }
  const given = (env: Readonly<Record<string, string>>, ...args: string[]) =>
    spawnSync('docker', ['compose', '--env-file', '/dev/null', '--file', FILE, 'config', ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DOCKER_CONFIG: process.env['DOCKER_CONFIG'],
        ...SECRETS,
        ...env,
      },
      encoding: 'utf8',
    });
  expect(given({}, '--quiet')).toMatchObject({ status: 0 });
  const set = { FAREBOX_OPERATOR_CLAIM: 'groups=operators', FAREBOX_SPOOL_DIR: '/spool', DATA_INTERNAL: 'false' };
  const { services, networks } = JSON.parse(given(set, '--format', 'json').stdout) as ComposeConfig;
  expect(services['gateway']?.environment).toMatchObject({ FAREBOX_OPERATOR_CLAIM: 'groups=operators' });
  expect(services['worker-provider']?.environment).toMatchObject({ FAREBOX_SPOOL_DIR: '/spool' });
  expect(networks['data']?.internal ?? false).toBe(false);
  for (const setting of refused) {
    const { status, stderr } = given({ [setting]: 'given' }, '--quiet');
    expect([setting, status === 0, stderr]).toEqual([
      setting,
      false,
      expect.stringContaining(`${setting} has no effect`),
    ]);
  }
});

interface ComposeConfig {
  readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}
