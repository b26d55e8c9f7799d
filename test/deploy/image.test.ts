/** Checks the image as far as it is possible without a registry: the files that it copies suffice to install and run every app. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, respondsOk, startMinio, startProgram, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildStage } from './image/build.ts';
import { canConfine, type Installation, runOnce, startContainers } from './image/containers.ts';
import { parseDockerfile } from './image/dockerfile.ts';
import { readIgnoreFile } from './image/visible.ts';
import { startLoad } from './system/load.ts';
import { startSimulator } from './system/simulator.ts';
import { avOffer } from './system/av-offer.ts';
import { storeOf } from './system/system.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const stages = parseDockerfile(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
const visible = readIgnoreFile(readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8'));

describe('the image', () => {
  let directory: string;
  let folder: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'farebox-image-'));
    folder = join(await buildStage('bundled', { stages, root: ROOT, visible, directory }), 'bundle');
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('suffices for a migration, a first project and the main job, with the rights of a container', async () => {
    await using servers = new AsyncDisposableStack();
    const database = servers.use(await testDatabase());
    const minio = await startMinio();
    if (minio !== null) servers.defer(() => minio.stop());
    const { offer, workerSettings, stop } = await startSimulator(directory);
    servers.defer(stop);
    const servedBy = { ...storeOf(minio, directory), DATABASE_URL: database.appUrl };
    const installation: Installation = {
      directory,
      folder,
      env: { ...SECRETS, ...avOffer(), ...servedBy, ...offer, ...workerSettings },
    };
    const asOwner = { ...installation, env: { FAREBOX_MIGRATION_DATABASE_URL: database.url } };
    expect(runOnce(asOwner, 'migrate.mjs')).toBe('The database is up to date.\n');
    const project = runOnce(installation, 'project.mjs', '--name', 'First', '--balance-usd', '5');
    const { key } = JSON.parse(project) as { key: string };

    // Files on disk would have to be shared by gateway and worker, outside the confinement.
    const isConfined = minio !== null && canConfine();
    if (!isConfined) console.log('not done: confining the apps takes root, unshare and minio');
    await using containers = await startContainers(installation, isConfined);
    expect(containers.apps.toSorted()).toEqual(['gateway', 'keeper', 'worker-av', 'worker-image', 'worker-provider']);
    for (const status of isConfined ? containers.statuses : [])
      expect(status).toMatch(/^Uid:\t1000\t[^]*^CapEff:\t0+$[^]*^NoNewPrivs:\t1$/m);
    await startLoad({ gatewayUrls: [containers.gatewayUrl, containers.gatewayUrl], key }).stop();
  });

  test('has bundles and native packages, but no sources, no development tools and no second Node', () => {
    const packages = globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: folder }).filter(
      (path) => !/@\w+$/.test(path),
    );
    const names = packages.map((path) => path.replace('node_modules/', '')).toSorted();
    expect(names.filter((name) => !name.startsWith('@img/'))).toEqual([
      'dejavu-fonts-ttf',
      'detect-libc',
      'semver',
      'sharp',
    ]);
    expect(globSync('**/*.ts', { cwd: folder, exclude: ['node_modules/**'] })).toEqual([]);
  });

  test('lists each package with its licence, and prints a bill of materials that a scanner of advisories reads', () => {
    const { packages } = JSON.parse(readFileSync(join(folder, 'packages.json'), 'utf8')) as {
      packages: Record<string, string>[];
    };
    const listed = packages.map(({ name, version }) => `${name} ${version}`);
    const carried = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: folder })
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>)
      .filter(({ name }) => name !== 'dejavu-fonts-ttf'); // a file of it, which has its licence beside it
    expect(listed).toEqual(expect.arrayContaining(carried.map(({ name, version }) => `${name} ${version}`)));
    const licences = readFileSync(join(folder, 'LICENCES.txt'), 'utf8');
    expect(licences).toMatch(/^express \d[^]*Permission is hereby granted/m);
    for (const each of listed) expect(licences.includes(`${each}: `), each).toBe(true);
    const printed = spawnSync(process.execPath, [join(folder, 'sbom.mjs')], { encoding: 'utf8' });
    expect(printed.status, printed.stderr).toBe(0);
    const { components } = JSON.parse(printed.stdout) as { components: { group?: string; name: string }[] };
    const named = new Set(components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)));
    for (const { name = '' } of packages) expect(named.has(name), name).toBe(true);
    expect(named.has('node')).toBe(true);
  });

  test('has the command line, which prints a session and cannot run a second system', () => {
    const env = { FAREBOX_SESSION_SECRET: 's'.repeat(32), HOME: '/nonexistent' };
    const said = (...args: string[]) =>
      spawnSync(process.execPath, [join(folder, 'farebox.mjs'), ...args], { cwd: folder, env, encoding: 'utf8' });
    expect(said('session', '--operator', '--subject', 'olga').stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const { status, stderr } = said('start', '--data-dir', join(directory, 'data'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('is not installed: set DATABASE_URL')]);
  });

  test('has the simulator that Compose starts', async () => {
    const [port, data] = [String(await freePort()), join(directory, 'simulated')];
    const env = { FAREBOX_SIMULATOR_PORT: port, FAREBOX_SIMULATOR_DIR: data };
    const command = [process.execPath, join(folder, 'simulator.mjs')];
    const simulator = startProgram({ name: 'simulator', directory, command, env });
    await simulator.ready(respondsOk(`http://127.0.0.1:${port}/_simulator/ready`), 45_000);
    await simulator.stop();
  });
});

const SECRETS = {
  FAREBOX_KEY_PEPPER: 'p'.repeat(32),
  FAREBOX_URL_SECRET: 's'.repeat(32),
  FAREBOX_REHEARSAL: 'true',
};
