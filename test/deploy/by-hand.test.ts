/** Every block of docs/installing-by-hand.md is executed, in order, on a machine of its own: new namespaces with servers at their usual ports. */
import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { SETTINGS_OF } from '@farebox/kernel';
import { findProgram, startProcess } from '@farebox/testing';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/installing-by-hand.md'), 'utf8');
const BLOCKS = Array.from(PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = '']) => block);
const UNITS = globSync('deploy/systemd/*.service', { cwd: ROOT }).toSorted();
const textOf = (unit: string): string => readFileSync(join(ROOT, unit), 'utf8');
/** A bundle, six apps and three servers, on a machine that may be busy. */
const TIMEOUT_MS = 420_000;

const NEEDED = {
  unshare: 'apt-get install util-linux',
  'redis-server': 'apt-get install redis-server',
  psql: 'apt-get install postgresql',
  ffmpeg: 'apt-get install ffmpeg',
  openssl: 'apt-get install openssl',
  minio: 'go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c',
  mc: 'go install github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9',
};

/** Whether this user may have a machine of its own; a container usually may not. */
const canUnshare = (): boolean =>
  process.getuid?.() === 0 && spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'true']).status === 0;

test(
  'the commands of the page install a system that buys, stops and is upgraded',
  { timeout: TIMEOUT_MS },
  async ({ skip }) => {
    if (!canUnshare()) {
      console.log('skipped: a machine of its own takes root and new namespaces; run this as root');
      return skip();
    }
    if (Object.entries(NEEDED).some(([program, install]) => findProgram(program, install) === null)) return skip();
    const folder = mkdtempSync(join(tmpdir(), 'farebox-by-hand-'));
    try {
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, 'servers'));
      const script = join(folder, 'page.sh');
      writeFileSync(script, `set -euo pipefail\n${BLOCKS.join('\necho "— next block"\n')}\necho "— the end"\n`);
      const machine = ['bash', join(ROOT, 'test/deploy/by-hand/machine.sh'), join(folder, 'servers'), script];
      const command = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...machine];
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
      const { code, stdout, stderr } = await startProcess({ command, cwd: ROOT, env, stderr: 'keep' }).ended;
      expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^\w+ *(error|fatal)/im)]);
      expect(stdout).toMatch(/^The database is up to date\.$/m);
      expect(stdout).toMatch(/^\{"data":\{"projects":\[\]/m);
      expect(stdout).toMatch(/^exe_\w+: succeeded$/m);
      expect(stdout).toMatch(/— the end\n$/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('each app has a unit, and each file of settings names only settings of its readers', () => {
  const programs = UNITS.map((unit) => /ExecStart=\S+ ([\w-]+)\.mjs/.exec(textOf(unit))?.[1] ?? unit);
  const apps = Object.keys(SETTINGS_OF).filter((name) => name !== 'simulator');
  expect(programs.toSorted()).toEqual(apps.toSorted());
  const files = Array.from(PAGE.matchAll(/^cat > \/etc\/farebox\/(\w+)\.env <<END\n([\s\S]*?)^END$/gm));
  expect(files.length).toBeGreaterThan(3);
  for (const [, file = '', text = ''] of files) {
    const readers = UNITS.filter((unit) => textOf(unit).includes(`/etc/farebox/${file}.env`));
    const readingApps = readers.map((unit) => basename(unit, '.service').replace('farebox-', '').replace('@', ''));
    const names = Array.from(text.matchAll(/^([A-Z0-9_]+)=/gm), ([, name = '']) => name);
    const tables: Readonly<Record<string, readonly string[]>> = SETTINGS_OF;
    const strange = readingApps.flatMap((app) => names.filter((name) => tables[app]?.includes(name) !== true));
    expect([file, readingApps.length > 0, strange]).toEqual([file, true, []]);
  }
});

test('systemd finds nothing wrong in the units', ({ skip }) => {
  if (findProgram('systemd-analyze', 'apt-get install systemd') === null) return skip();
  const folder = mkdtempSync(join(tmpdir(), 'farebox-units-'));
  try {
    // Only the program, the user and the files of settings are missing on this machine.
    const names = UNITS.map((unit) => {
      const text = textOf(unit).replace('/opt/farebox/current/node', '/bin/true');
      const name = basename(unit).replace('@.', '@1.');
      writeFileSync(join(folder, basename(unit)), text);
      return join(folder, name);
    });
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...names], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('farebox-'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
