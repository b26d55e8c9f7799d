/** The images of deploy/Dockerfile and the stack of deploy/compose.yaml for real: what deploy/README.md says, in its order. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, buy, startBalanced } from './system/client.ts';
import { type Container, copyOfDeploy, problem, type Stack } from './system/compose.ts';

const MEGABYTE = 1_000_000;
const VERSION = '0.3.0';

const reason = problem();
if (reason !== null) console.log(`skipped: ${reason}`);

let stack: Stack;
beforeAll(() => {
  if (reason === null) stack = copyOfDeploy();
});
afterAll(async () => {
  if (reason === null) await stack[Symbol.asyncDispose]();
});
beforeEach(({ skip }) => {
  if (reason !== null) skip();
});

describe('the images', () => {
  test.each([
    ['farebox', 350],
    ['farebox-av', 650],
  ])('%s has at most %d MB', async (name, megabytesMax) => {
    const size = await stack.docker('image', 'inspect', '--format', '{{.Size}}', `${name}:${VERSION}`);
    expect(Number(size) / MEGABYTE).toBeLessThanOrEqual(megabytesMax);
  });

  test.each(['farebox', 'farebox-av'])(
    '%s has no tests, no sources, no npm, and a Node that cannot be read',
    async (name) => {
      const look = `find / -xdev \\( -name '*.test.*' -o -path '/app/*.ts' ! -name '*.d.ts' -o -name npm \\) -print; stat -c '%a %U' /usr/local/bin/node; id -un`;
      const found = await stack.docker(
        'run',
        '--rm',
        '--network',
        'none',
        '--entrypoint',
        'sh',
        `${name}:${VERSION}`,
        '-c',
        look,
      );
      expect(found).toBe('711 root\nnode\n');
    },
  );

  test.each([
    ['farebox', 'bubblewrap'],
    ['farebox-av', 'ffmpeg'],
  ])('%s prints its bill of materials, with the packages of its system: %s', async (name, program) => {
    const printed = await stack.docker('run', '--rm', '--network', 'none', `${name}:${VERSION}`, 'sbom.mjs');
    const { components } = JSON.parse(printed) as { components: { purl: string }[] };
    const purls = components.map(({ purl }) => purl);
    for (const part of [`pkg:deb/debian/${program}@`, 'pkg:npm/express@', `pkg:generic/node@`])
      expect(
        purls.some((purl) => purl.startsWith(part)),
        part,
      ).toBe(true);
  });
});

const gateways = (all: readonly Container[]): string[] =>
  all
    .filter(({ Service }) => Service === 'gateway')
    .map(({ Publishers }) => Publishers?.find(({ TargetPort }) => TargetPort === 8080)?.PublishedPort)
    .map((port) => `http://127.0.0.1:${port}`)
    .toSorted();

let key: string;

describe('the stack', () => {
  test('trial.sh starts everything, with secrets that only this user can read', async () => {
    await stack.script('trial.sh', '--no-build');
    expect(statSync(join(stack.folder, '.env')).mode & 0o777).toBe(0o600);
    const all = await stack.healthy();
    const apps = ['gateway', 'gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper'];
    const servers = ['postgres', 'redis', 's3', 'prometheus'];
    const names = all.filter(({ State }) => State === 'running').map(({ Service }) => Service);
    expect(names.toSorted()).toEqual(expect.arrayContaining([...apps, ...servers].toSorted()));
    expect(gateways(all)).toEqual(['http://127.0.0.1:8080', 'http://127.0.0.1:8081']);
  });

  test('farebox-project makes a project; its key buys a picture, a sound and a film, polled at the other gateway', async () => {
    const made = await stack.compose(
      'run',
      '--rm',
      '--no-TTY',
      'gateway',
      'project.mjs',
      '--name',
      'Demo',
      '--balance-usd',
      '10',
    );
    ({ key } = JSON.parse(made) as { key: string });
    const bases = gateways(await stack.containers());
    const purchases = [
      ['image-resize', { source: { fileId: 'file_sample_photo' }, width: 800, format: 'webp' }],
      ['audio-convert', { source: { fileId: 'file_sample_music' }, model: 'opus' }],
      [
        'video-thumbnails',
        { source: { fileId: 'file_sample_video' }, times: [0.5], width: 480, height: 270, format: 'jpeg' },
      ],
    ] as const;
    for (const [tool, args] of purchases) {
      const execution = await buy(bases, { key, tool, args });
      expect([tool, execution.status, execution.error ?? null]).toEqual([tool, 'succeeded', null]);
      const path = `/tools/executions/${execution.id}/artifacts/${execution.output?.artifacts[0]?.id}/download`;
      const { url } = await ask<{ url: string }>(bases[0]!, { path, key });
      expect((await fetch(url)).status).toBe(200);
    }
  });

  test('the secret of sessions makes the first operator', async () => {
    const command = [
      'run',
      '--rm',
      '--no-deps',
      '--no-TTY',
      'gateway',
      'farebox.mjs',
      'session',
      '--operator',
      '--subject',
      'olga',
    ];
    const session = (await stack.compose(...command)).trim();
    const projects = await ask<unknown>('http://127.0.0.1:8090', { path: '/projects', key: session });
    expect(JSON.stringify(projects)).toContain('"Demo"');
  });

  test('doctor runs in the image of a gateway and finds every app at work', async () => {
    type Finding = { readonly what: string; readonly state: string; readonly detail: string };
    const command = ['exec', '--no-TTY', 'gateway', 'node', 'farebox.mjs', 'doctor', '--json'] as const;
    const { healthy, findings } = JSON.parse(await stack.compose(...command)) as {
      readonly healthy: boolean;
      readonly findings: readonly Finding[];
    };
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(healthy).toBe(true);
    for (const what of ['database rights', 'S3 account', 'pepper', 'keeper', 'worker-image', 'worker-av', 'gateway'])
      expect([what, findings.find((each) => each.what === what)?.state]).toEqual([what, 'ok']);
  });

  test('Redis is emptied as the page about backups says, which its user for the apps may not; the next purchase works', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/backup-and-restore.md'), 'utf8');
    const commands = Array.from(page.matchAll(/^docker (.*redis)$/gm), ([, words = '']) => words.split(' '));
    expect(commands).toHaveLength(3);
    const flushed = await stack.compose('exec', '--no-TTY', 'redis', 'redis-cli', 'FLUSHALL');
    expect(flushed).toMatch(/^NOPERM/);
    for (const command of commands) await stack.docker(...command);
    await stack.healthy();
    expect(await stack.compose('exec', '--no-TTY', 'redis', 'redis-cli', 'GET', 'any')).toBe('\n');
    const args = { source: { fileId: 'file_sample_drawing' }, width: 64, format: 'png' };
    const bases = gateways(await stack.containers());
    expect(await buy(bases, { key, tool: 'image-resize', args, once: 'after-redis' })).toMatchObject({
      status: 'succeeded',
    });
  });

  test('four gateways run at once, each with ports of its own', async () => {
    stack.set({ GATEWAY_PORTS: '8080-8083', OPERATOR_PORTS: '8090-8093', STRIPE_PORTS: '8100-8103' });
    stack.set({
      FAREBOX_RATE_LIMIT_PER_MINUTE: '1000000',
      FAREBOX_PROJECT_RATE_LIMIT_PER_MINUTE: '1000000',
      FAREBOX_ORGANIZATION_RATE_LIMIT_PER_MINUTE: '1000000',
    });
    await stack.compose('up', '--detach', '--no-build', '--scale', 'gateway=4');
    const four = gateways(await stack.healthy());
    expect(four).toEqual([8080, 8081, 8082, 8083].map((port) => `http://127.0.0.1:${port}`));
    for (const base of four) expect((await fetch(`${base}/readyz`)).status).toBe(200);
  });

  test('upgrade.sh replaces every app by the new image and refuses no request', async () => {
    await stack.compose('up', '--detach', '--no-build', '--scale', 'gateway=2');
    const before = await stack.healthy();
    for (const name of ['farebox', 'farebox-av'])
      await stack.docker('commit', '--change', 'LABEL farebox.build=new', await created(name), `${name}:${VERSION}`);
    const balanced = startBalanced(
      [8080, 8081, 8082, 8083].map((port) => `http://127.0.0.1:${port}`),
      key,
    );
    const upgraded = await stack.script('upgrade.sh').then(
      (said) => ({ said, error: null }),
      (error: unknown) => ({ said: '', error }),
    );
    const { answered, failures, ports } = await balanced.stop();
    expect(upgraded.error).toBeNull();
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(50);
    expect(ports.size).toBe(4);
    expect(upgraded.said).toContain('The database is up to date.');
    const after = (await stack.healthy()).filter(({ State, Service }) => State === 'running' && APPS.has(Service));
    expect(after.filter(({ ID }) => before.some((each) => each.ID === ID))).toEqual([]);
    expect(after.map(({ Service }) => Service).toSorted()).toEqual([...APPS, 'gateway'].toSorted());
    for (const { ID } of after)
      expect(await stack.docker('inspect', '--format', '{{index .Config.Labels "farebox.build"}}', ID)).toBe('new\n');
  });
});

const APPS: ReadonlySet<string> = new Set(['gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper']);

/** A container of the image that never runs, to make another image of it. */
const created = async (name: string): Promise<string> => (await stack.docker('create', `${name}:${VERSION}`)).trim();
