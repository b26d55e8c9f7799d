/** A registry that delivers another pnpm than the one pinned by hash: none of it runs, and none of it stays. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startProcess } from '@farebox/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const CLI = resolve(import.meta.dirname, '..');
const PROGRAM = `@pnpm/exe.${process.platform}-${process.arch}`;
const VERSION = '1.2.3';

let directory: string;
let registry: Server;
let tarballs: Map<string, Buffer>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-pinned-'));
  tarballs = new Map([
    ['pnpm', pack('pnpm', 'honest')],
    [PROGRAM, pack(PROGRAM, 'honest')],
  ]);
  registry = createServer(({ url = '' }, response) => {
    const name = decodeURIComponent(url)
      .replace(/^\//, '')
      .replace(/\/-\/.*/, '');
    const tarball = tarballs.get(name);
    if (tarball === undefined) return void response.writeHead(url.startsWith('/-/ping') ? 200 : 404).end('{}');
    response.end(url.endsWith('.tgz') ? tarball : JSON.stringify(packument(name, tarball)));
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  registry.closeAllConnections();
  registry.close();
  rmSync(directory, { recursive: true, force: true });
});

/** A package whose program and install script each leave a mark. */
function pack(name: string, kind: string): Buffer {
  const folder = join(directory, `${kind}-${name.replace('/', '-')}`);
  mkdirSync(folder, { recursive: true });
  const mark = `touch "${join(directory, `${kind}-ran`)}"`;
  const scripts = kind === 'evil' ? { preinstall: mark } : {};
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, version: VERSION, bin: { pnpm: 'pnpm' }, scripts }),
  );
  writeFileSync(join(folder, 'pnpm'), `#!/bin/sh\n${mark}\nmkdir -p node_modules\n`, { mode: 0o755 });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, folder];
  const file = execFileSync('npm', args, { encoding: 'utf8' }).trim();
  return readFileSync(join(folder, file));
}

const sha512 = (bytes: Buffer, encoding: 'hex' | 'base64') => createHash('sha512').update(bytes).digest(encoding);

/** The registry always states the hash of the bytes that it delivers. */
function packument(name: string, tarball: Buffer) {
  const { port } = registry.address() as AddressInfo;
  const dist = {
    tarball: `http://127.0.0.1:${port}/${name}/-/it.tgz`,
    integrity: `sha512-${sha512(tarball, 'base64')}`,
  };
  const version = { name, version: VERSION, bin: { pnpm: 'pnpm' }, dist };
  return { name, 'dist-tags': { latest: VERSION }, versions: { [VERSION]: version } };
}

/** A project with only the bootstrap, and with the hashes of the bytes that the registry delivers now. */
function makeProject(): string {
  const root = join(directory, 'project');
  mkdirSync(join(root, 'packages/cli'), { recursive: true });
  for (const file of ['bootstrap.mjs', 'npm.mjs', 'pnpm.mjs', 'waiting.mjs'])
    copyFileSync(join(CLI, file), join(root, 'packages/cli', file));
  const hash = sha512(tarballs.get('pnpm')!, 'hex');
  const program = `sha512-${sha512(tarballs.get(PROGRAM)!, 'base64')}`;
  const packageManagerPrograms = { [PROGRAM]: program };
  const manifest = { packageManager: `pnpm@${VERSION}+sha512.${hash}`, packageManagerPrograms };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'pnpm-lock.yaml'), '');
  return root;
}

async function runNode(root: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const { port } = registry.address() as AddressInfo;
  const npm = {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(directory, 'cache'),
    npm_config_fetch_retries: '0',
  };
  const command = [process.execPath, ...args];
  const { code, stdout, stderr } = await startProcess({ command, cwd: root, env: npm, stderr: 'keep' }).ended;
  return { code, said: stdout + stderr };
}

const hasRun = (kind: string) => existsSync(join(directory, `${kind}-ran`));

describe.each(['pnpm', PROGRAM])('the bytes of %s differ from the pinned ones', (name) => {
  test('the bootstrap reports it in one line, and runs nothing of it', async () => {
    const root = makeProject();
    tarballs.set(name, pack(name, 'evil'));
    const { code, said } = await runNode(root, 'packages/cli/bootstrap.mjs', 'test', '--list');
    expect(said).toContain('EINTEGRITY');
    expect(said).toMatch(
      /^farebox: pnpm@1\.2\.3 could not be downloaded, or does not match the hashes in package\.json/m,
    );
    expect([code, hasRun('evil'), hasRun('honest')]).toEqual([1, false, false]);
    expect(existsSync(join(root, '.farebox-pnpm'))).toBe(false);
  });

  test("the Dockerfile's command leaves no pnpm behind", async () => {
    const root = makeProject();
    tarballs.set(name, pack(name, 'evil'));
    const { code, said } = await runNode(root, 'packages/cli/pnpm.mjs', join(directory, 'pinned'));
    expect(said).toContain('EINTEGRITY');
    expect([code, hasRun('evil'), existsSync(join(directory, 'pinned'))]).toEqual([1, false, false]);
  });
});

test('the pinned bytes install the dependencies, and are removed afterwards', async () => {
  const root = makeProject();
  const { said } = await runNode(root, 'packages/cli/bootstrap.mjs', 'test', '--list');
  expect(said).not.toContain('EINTEGRITY');
  expect(hasRun('honest')).toBe(true);
  expect(existsSync(join(root, 'node_modules/.farebox-installed'))).toBe(true);
  expect(existsSync(join(root, '.farebox-pnpm'))).toBe(false);
});

test('a version without a hash is refused', async () => {
  const root = makeProject();
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, packageManager: `pnpm@${VERSION}` }));
  const { code, said } = await runNode(root, 'packages/cli/bootstrap.mjs', 'test', '--list');
  expect([code, hasRun('honest')]).toEqual([1, false]);
  expect(said).toContain('farebox: package.json: "packageManager" is not pnpm@<version>+sha512.<hash in hex>');
});
