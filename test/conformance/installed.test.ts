/** The installed `farebox` command on each Node that it supports, and packages that are made by no other command. */
// Modes: embedded.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { installed } from './client/installed.ts';
import { commandOf, RUNTIMES } from './client/runtimes.ts';
import { foreign } from './client/shell.ts';
import { jpeg } from './samples/images.ts';

const { key } = identitiesOf(import.meta.filename);
const ROOT = resolve(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = await installed();
  writeFileSync(join(folder, 'photo.jpg'), await jpeg({ width: 80, height: 60 }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };

for (const runtime of RUNTIMES.filter(({ name }) => name.startsWith('Node')))
  // issue 25.4: "installed into an empty folder with plain npm"
  test(`the installed command does the main job on ${runtime.name}`, async ({ skip }) => {
    const command = commandOf(runtime, skip);
    const env = {
      FAREBOX_URL: gatewayUrl(),
      FAREBOX_API_KEY: key,
      HOME: folder,
      XDG_STATE_HOME: join(folder, 'state'),
    };
    const ran = (...words: readonly string[]) =>
      foreign([...command, 'node_modules/farebox/farebox.mjs', ...words], folder, env);
    expect(await ran('--version')).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect((await ran('tools')).stdout).toContain('image-resize');
    expect((await ran('complete', '--', 'run', 'image-re')).stdout).toMatch(/^image-resize\t/m);
    rmSync(join(folder, 'small.jpg'), { force: true });
    const run = await ran(
      'run',
      'image-resize',
      'photo.jpg',
      '--width',
      '40',
      '-o',
      'small.jpg',
      '--max',
      '0.05',
      '--json',
    );
    expect([run.code, JSON.parse(run.stdout)]).toMatchObject([0, { execution: { status: 'succeeded' } }]);
    expect(await sharp(join(folder, 'small.jpg')).metadata()).toMatchObject({ width: 40 });
    const closed = ['--forward-to', 'http://localhost:9/'];
    expect(await ran('webhook', 'trigger', 'execution.failed', ...closed)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^execution\.failed  exe_\w+  failed: ECONNREFUSED/) as string,
    });
    expect(await ran('start')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown command 'start'") as string,
    });
  });

// issue 25.4: "installed into an empty folder with plain npm"
test('the command has no dependency, and every licence of its code', () => {
  const at = join(folder, 'node_modules/farebox');
  expect(Object.keys(JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as object)).not.toContain(
    'dependencies',
  );
  const licences = readFileSync(join(at, 'LICENCES.txt'), 'utf8');
  for (const name of ['commander', 'typebox', '@noble/hashes'])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

// issue 25.4: "`npm pack` in every published package builds, or fails"
test.each(['.', 'packages/sdk'])('npm pack in %s fails, and names the command that makes the packages', async (at) => {
  const before = readdirSync(join(ROOT, at));
  const { code, stderr } = await foreign(['npm', 'pack'], join(ROOT, at));
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining('npm run packages -- <folder>')]);
  expect(readdirSync(join(ROOT, at))).toEqual(before);
});

// issue 25.4: "made by one command"
test('packages are not made into a folder that has files', async () => {
  const { code, stderr } = await foreign(
    [process.execPath, join(ROOT, 'packages/bundle/src/publish/main.ts'), join(folder, 'packed')],
    folder,
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('is not empty')]);
  expect(existsSync(join(folder, 'packed', `farebox-${version}.tgz`))).toBe(true);
});
