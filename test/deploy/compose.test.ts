/** Checks compose.yaml as far as it is possible without pulling images: its settings are those of the apps, and its services are hardened. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PROGRAMS } from '@farebox/bundle';
import { KNOWN_SETTINGS, SETTINGS_OF } from '@farebox/kernel';
import { describe, expect, test } from 'vitest';
import { FILE, readNetworks, readServices, type Service, variables } from './compose/compose-file.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SECRETS = Object.fromEntries(
  variables.filter((each) => each.default === undefined).map(({ name }) => [name, 'x'.repeat(40)]),
);
const networks = readNetworks(SECRETS);
/** Only a name for the settings that Compose refuses: it never runs. */
const services = Object.entries(readServices(SECRETS)).filter(([name]) => name !== 'refused');
const ours = services.filter(([, { build }]) => build !== undefined);

/** The host side of each published port. */
const published = ({ ports = [] }: Service): string[] => ports.map((each) => each.slice(0, each.lastIndexOf(':')));

test('has every app, two instances of those that must stay available, and the migration before them', () => {
  const commands = ours.map(([name, { command, deploy }]) => [name, command?.join(), deploy?.replicas ?? 1]);
  expect(commands).toEqual([
    ['migrate', 'migrate.mjs', 1],
    ['gateway', 'gateway.mjs', 2],
    ['worker-image', 'worker-image.mjs', 2],
    ['worker-av', 'worker-av.mjs', 2],
    ['worker-provider', 'worker-provider.mjs', 2],
    ['simulator', 'simulator.mjs', 1],
    ['keeper', 'keeper.mjs', 1],
  ]);
  for (const [, { command = [], build }] of ours) {
    expect(Object.keys(PROGRAMS)).toContain(command[0]?.replace('.mjs', ''));
    expect(existsSync(join(dirname(FILE), build!.context, build!.dockerfile))).toBe(true);
  }
});

test.each(services)('%s: its image is named by a version', (_name, { image }) => {
  expect(image).toMatch(/:(v?\d+\.\d+\.\d+|RELEASE\.\d{4}-\d\d-\d\dT|\d+\.\d+)[^:]*$/);
});

/** A provider call may take 180 s, and its delivery and record another minute. */
const GRACE: Readonly<Record<string, string>> = { 'worker-provider': '240s' };

/** Folders of the machine, which no service may write. */
const READS: Readonly<Record<string, readonly string[]>> = {
  'worker-provider': ['./runner-secrets:/etc/farebox/runner-secrets:ro'],
};

/** Services that start decoders in their own namespaces. */
const DECODES: ReadonlySet<string> = new Set(['worker-image', 'worker-av', 'worker-provider']);
const PERMITS_NAMESPACES = ['seccomp=./seccomp/workers.json', 'apparmor=unconfined'];

test.each(ours)('%s: has no privilege, writes only to a bounded /tmp, and has time to drain', (name, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(service.security_opt).toEqual(['no-new-privileges:true', ...(DECODES.has(name) ? PERMITS_NAMESPACES : [])]);
  expect(service).toMatchObject({ init: true, stop_grace_period: GRACE[name] ?? '30s' });
  expect(service.tmpfs).toEqual([expect.stringMatching(/^\/tmp:size=\d+m,/)]);
  expect(service.volumes).toEqual(READS[name]);
});

test.each(services)('%s: has a limit of memory, and its output is bounded', (_name, { mem_limit: memory, logging }) => {
  expect(memory).toMatch(/^\d+[gm]$/);
  expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } });
});

test.each(ours)('%s: its /tmp fits into its memory twice', (_name, { tmpfs = [], mem_limit: memory = '' }) => {
  const megabytes = (size: string): number => Number.parseInt(size, 10) * (size.endsWith('g') ? 1024 : 1);
  const [, size = ''] = /size=(\d+m)/.exec(tmpfs.join()) ?? [];
  expect(megabytes(memory)).toBeGreaterThanOrEqual(2 * megabytes(size));
});

test('gateways, operators and Stripe have ranges of ports that do not overlap, also where there are four of each', () => {
  const [, gateway] = ours.find(([name]) => name === 'gateway')!;
  const ranges = published(gateway).map((host) => host.slice('127.0.0.1:'.length).split('-').map(Number));
  const wide = ranges.map(([first = 0]) => ({ first, last: first + 3 }));
  expect(ranges.map(([first = 0, last = 0]) => last - first + 1)).toEqual([2, 2, 2]);
  const overlapping = wide.filter((one) =>
    wide.some((other) => one !== other && one.first <= other.last && other.first <= one.last),
  );
  expect(overlapping).toEqual([]);
});

test.each(services)('%s: gains no privileges, restarts, and has a health check', (_name, service) => {
  expect(service.security_opt).toContain('no-new-privileges:true');
  expect(service.privileged).toBeUndefined();
  expect(service.restart).toBeTypeOf('string');
  const image = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const inImage = service.build !== undefined && /^HEALTHCHECK /m.test(image);
  // A service that ends by itself reports its health by its exit code.
  const ends = service.restart?.startsWith('on-failure') === true;
  expect(ends || inImage || (service.healthcheck?.test ?? []).length > 0).toBe(true);
});

test.each(services)('%s: every list item is a string, as Docker requires', (_name, service) => {
  const {
    command = [],
    ports = [],
    volumes = [],
    networks = [],
    tmpfs = [],
    cap_drop: dropped = [],
    healthcheck,
  } = service;
  const items: readonly unknown[] = [command, ports, volumes, networks, tmpfs, dropped, healthcheck?.test ?? []].flat();
  expect(items.filter((item) => typeof item !== 'string')).toEqual([]);
});

describe('settings', () => {
  const known = new Set<string>(KNOWN_SETTINGS);
  const tables: Readonly<Record<string, readonly string[]>> = SETTINGS_OF;

  test.each(ours)(
    '%s gets the settings of its own field table, and none that only other apps read',
    (name, { environment = {} }) => {
      expect(Object.keys(environment).filter((variable) => tables[name]?.includes(variable) !== true)).toEqual([]);
    },
  );

  test('the file reads no FAREBOX_ variable that is not a setting: a shell may share its environment with the apps', () => {
    const asked = variables.map(({ name }) => name).filter((name) => name.startsWith('FAREBOX_'));
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  test('only the migration gets the owner’s password, and only its container the superuser’s', () => {
    const told = (user: string) =>
      services
        .filter(([, { environment = {} }]) => Object.values(environment).some((each) => each.includes(`//${user}:`)))
        .map(([name]) => name);
    expect(told('farebox_owner')).toEqual(['migrate']);
    expect(told('farebox_app')).toEqual(['gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper']);
    expect(told('postgres')).toEqual([]);
    const knows = services.filter(([, { environment = {} }]) => 'POSTGRES_PASSWORD' in environment);
    expect(knows.map(([name]) => name)).toEqual(['postgres']);
  });

  test('only S3 and the job that creates the apps’ account get its root password, and every app waits for that job', () => {
    const root = SECRETS['S3_ROOT_PASSWORD'] ?? '';
    const file = readServices({ ...SECRETS, S3_ROOT_PASSWORD: `${root}-of-root` });
    const knows = Object.entries(file).filter(([, { environment = {} }]) =>
      Object.values(environment).includes(`${root}-of-root`),
    );
    expect(knows.map(([name]) => name)).toEqual(['s3', 's3-account']);
    const text = readFileSync(FILE, 'utf8');
    expect(text).toMatch(/^x-app-needs:[^]*?s3-account: \{ condition: service_completed_successfully \}\n\nservices:/m);
  });

  test('every secret must be set, and has no default', () => {
    const secret = variables.filter(({ name }) => /PASSWORD|SECRET_KEY|PEPPER/.test(name));
    expect(new Set(secret.map(({ name }) => name)).size).toBe(9);
    expect(secret.filter((each) => each.default !== undefined || each.message === '')).toEqual([]);
    expect(() => readServices({})).toThrow('set POSTGRES_APP_PASSWORD');
  });
});

test('no port is published beyond this machine; PostgreSQL, Redis, S3 and Prometheus publish none and reach no other network', () => {
  const open = services.filter(([, service]) => published(service).some((host) => !host.startsWith('127.0.0.1:')));
  expect(open).toEqual([]);
  expect(services.filter(([, service]) => published(service).length > 0).map(([name]) => name)).toEqual([
    'gateway',
    'grafana',
  ]);
  const inside = services.filter(([, { networks = ['default'] }]) => !networks.includes('default'));
  expect(inside.map(([name]) => name)).toEqual([
    'migrate',
    'worker-image',
    'worker-av',
    'worker-provider',
    'simulator',
    'keeper',
    'postgres',
    'redis',
    's3',
    's3-account',
    'prometheus',
  ]);
  const leadsOut = (name: string): boolean => String(networks[name]?.internal) !== 'true';
  const wayOut = services.filter(([, { networks: joined = ['default'] }]) => joined.some(leadsOut));
  expect(wayOut.map(([name]) => name)).toEqual(['gateway', 'worker-provider', 'keeper', 'alertmanager', 'grafana']);
  const toStripe = services.filter(([, { networks: joined = [] }]) => joined.includes('payments'));
  expect(toStripe.map(([name]) => name)).toEqual(['keeper']);
});

test('ffmpeg is in the image of the av and provider workers, and in no other', () => {
  const programs = ours.map(([name, { image, build }]) => [name, image, build?.args?.['PROGRAMS']] as const);
  expect(programs.filter(([, , program]) => program !== undefined)).toEqual([
    ['worker-av', 'farebox-av:0.3.0', 'ffmpeg'],
    ['worker-provider', 'farebox-av:0.3.0', 'ffmpeg'],
  ]);
  const others = programs.filter(([, , program]) => program === undefined);
  expect(new Set(others.map(([, image]) => image)).size).toBe(1);
  const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  expect(text.slice(text.lastIndexOf('\nFROM '))).toMatch(
    /^ARG PROGRAMS\nRUN test -z "\$\{PROGRAMS\}" \|\| (.*\\\n)*.* install .* \$\{PROGRAMS\} /m,
  );
});

describe('external services', () => {
  const [, worker] = ours.find(([name]) => name === 'worker-provider')!;
  const has = (name: string) =>
    ours.filter(([, { environment = {} }]) => name in environment).map(([service]) => service);

  test('only their worker gets their keys; gateways also get the list of what is offered', () => {
    for (const provider of ['OPENAI', 'PREDICTIONS']) {
      expect(has(`FAREBOX_${provider}_KEY`)).toEqual(['worker-provider']);
      expect(has(`FAREBOX_${provider}_URL`)).toEqual(['gateway', 'worker-provider']);
      expect(has(`FAREBOX_${provider}_MODELS`)).toEqual(['gateway', 'worker-provider']);
    }
  });

  test('only their worker is in the network that reaches them', () => {
    expect(services.filter(([, { networks = [] }]) => networks.includes('egress')).map(([name]) => name)).toEqual([
      'worker-provider',
    ]);
  });

  test('their worker shares a network with each server that it needs, and with Prometheus', () => {
    for (const name of ['postgres', 'redis', 's3', 'prometheus']) {
      const { networks = ['default'] } = readServices(SECRETS)[name]!;
      expect(
        networks.filter((network) => worker.networks?.includes(network)),
        name,
      ).toHaveLength(1);
    }
  });
});

test.each(services)('%s: drops every capability, and has no secret on its command line', (_name, service) => {
  expect(service.cap_drop).toEqual(['ALL']);
  const { command = [], healthcheck } = service;
  const said = [...command, ...(healthcheck?.test ?? [])].join(' ');
  for (const secret of Object.values(SECRETS)) expect(said).not.toContain(secret);
});

test('every mounted file exists', () => {
  const paths = services.flatMap(([, { volumes = [] }]) => volumes).filter((volume) => volume.startsWith('./'));
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) expect(existsSync(join(dirname(FILE), path.split(':')[0]!)), path).toBe(true);
});

test('Redis never evicts a key, and appends every write to its log', () => {
  const command = readFileSync(join(ROOT, 'deploy/redis/start.sh'), 'utf8');
  expect(command).toContain('--maxmemory-policy noeviction');
  expect(command).toContain('--appendonly yes');
});
