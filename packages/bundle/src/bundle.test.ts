/** The bundles alone, in a folder without the sources: they contain everything that they need. */
import { chmodSync, copyFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, runProcess, startProcess } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAMS } from './programs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const directory = mkdtempSync(join(tmpdir(), 'farebox-bundle-'));
const bundles = join(directory, 'bundles');
const program = (name: string): string => join(bundles, `${name}.mjs`);
/** One bundling run, then PostgreSQL and six apps, on a machine that may be busy. */
const TIMEOUT = { timeout: 300_000 };

beforeAll(async () => {
  chmodSync(directory, 0o755); // PostgreSQL's user must be able to enter
  await runProcess({ command: [process.execPath, join(import.meta.dirname, 'main.ts'), bundles] });
}, TIMEOUT.timeout);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('no line of them names the folder of the sources, except in the maps', () => {
  const files = globSync(['*.mjs', 'code/*.mjs'], { cwd: bundles });
  expect(files.length).toBeGreaterThan(2 * Object.keys(PROGRAMS).length);
  for (const file of files) expect(readFileSync(join(bundles, file), 'utf8').includes(ROOT), file).toBe(false);
});

test(
  'every app runs from its bundle alone, and a picture is uploaded, analyzed, resized and paid',
  TIMEOUT,
  async () => {
    const data = join(directory, 'data');
    const start = [
      process.execPath,
      program('farebox'),
      'start',
      '--data-dir',
      data,
      '--port',
      String(await freePort()),
    ];
    await using system = startProcess({ command: start, cwd: directory, stopSeconds: 60 });
    await system.said(/To rehearse/);
    const photo = join(directory, 'photo.jpg');
    copyFileSync(join(ROOT, 'packages/files/samples/photo.jpg'), photo);
    const run = [
      'run',
      'image-resize',
      photo,
      '--width',
      '80',
      '-o',
      join(directory, 'small.jpg'),
      '--data-dir',
      data,
      '--json',
    ];
    const ran = JSON.parse(await runProcess({ command: [process.execPath, program('farebox'), ...run] })) as Ran;
    expect(ran.execution.status).toBe('succeeded');
    expect(ran.execution.chargedMicros).toBeGreaterThan(0);
    expect(readFileSync(join(directory, 'small.jpg')).subarray(0, 2).toString('hex')).toBe('ffd8');
    expect((await system.end('SIGTERM')).code).toBe(0);
  },
);

interface Ran {
  readonly execution: { readonly status: string; readonly chargedMicros: number };
}

test('a stack trace names the file and the line of the source', async () => {
  const env = {
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    FAREBOX_DATA_DIR: directory,
    FAREBOX_METRICS_PORT: '0',
  };
  await using keeper = startProcess({ command: [process.execPath, program('keeper')], env, cwd: directory });
  const [, file = '', line] = await keeper.said(/\((?:file:\/\/)?([^()\s]*\/apps\/keeper\/src\/\w+\.ts):(\d+):\d+\)/);
  const source = readFileSync(file, 'utf8').split('\n');
  expect(source[Number(line) - 1]).toMatch(/\w/);
});
