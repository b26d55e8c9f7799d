/** Runs the examples of the SDK's README one after another in one program, as a reader would. */
// Modes: embedded.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { jpeg } from './samples/images.ts';

const { key } = identitiesOf(import.meta.filename);
const ROOT = join(import.meta.dirname, '../..');
const README = join(ROOT, 'packages/sdk/README.md');

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(import.meta.dirname, 'readme-')); // from here the name @farebox/sdk resolves
  writeFileSync(join(folder, 'photo.jpg'), await jpeg({ width: 400, height: 300 }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// issue 10.1: "its README's examples run in CI"
test('they compile, run, and produce the described results', async () => {
  const blocks = [...readFileSync(README, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  expect(blocks).toHaveLength(3);
  const program = join(folder, 'examples.ts');
  writeFileSync(program, blocks.join(''));
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...TYPES, program], { stdio: 'pipe' });
  const env = { ...process.env, FAREBOX_URL: gatewayUrl(), FAREBOX_API_KEY: key };
  const said = execFileSync(process.execPath, [program], { cwd: folder, env, encoding: 'utf8' });
  expect(said).toMatch(
    /^queued\n(running\n)*succeeded\n\$0\.\d+\n0 of 2: 160 px\n1 of 2: 320 px\nNothing was sent\. Raise the ceiling/,
  );
  expect(existsSync(join(folder, 'small.jpg'))).toBe(true);
  expect(await sharp(join(folder, 'small.jpg')).metadata()).toMatchObject({ width: 200, height: 150 });
});

const TYPES = [
  '--noEmit',
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--allowImportingTsExtensions',
  '--lib',
  'es2024',
  '--types',
  'node',
];
