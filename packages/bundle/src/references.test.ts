/**
 * The only supported form in which a source references a file by relative path. Any other form fails during bundling,
 * not at run time.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Assets, referencePlugin } from './references.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'farebox-references-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function bundled(source: string): Promise<{ code: string; assets: Assets }> {
  const file = join(root, 'packages/one/src/main.ts');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
  const assets: Assets = new Map();
  const programs = new Map([['packages/one/src/thread.ts', 'one-thread']]);
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    plugins: [referencePlugin({ root, programs }, assets)],
  });
  return { code: outputFiles[0]!.text, assets };
}

test('a file is copied under its path in the project, and a folder too', async () => {
  const { code, assets } = await bundled(
    `console.log(new URL('./window.lua', import.meta.url), new URL('../../../prisma/', import.meta.url));`,
  );
  expect(code).toContain('new URL("../packages/one/src/window.lua", import.meta.url)');
  expect([...assets]).toEqual([
    [join(root, 'packages/one/src/window.lua'), 'packages/one/src/window.lua'],
    [join(root, 'prisma/'), 'prisma'],
  ]);
});

test('a program becomes the bundled one', async () => {
  const { code, assets } = await bundled(`console.log(new URL('./thread.ts', import.meta.url));`);
  expect(code).toContain('new URL("../one-thread.mjs", import.meta.url)');
  expect(assets.size).toBe(0);
});

test.each([
  ['a reference to its own folder', `import.meta.dirname`, 'and no other import.meta'],
  ['a computed name', 'new URL(`./${process.argv[2]}`, import.meta.url)', 'and no other import.meta'],
  ['a program that is not bundled', `new URL('./other.ts', import.meta.url)`, 'is not a program of'],
  ['a path outside of the project', `new URL('../../../../x', import.meta.url)`, 'is outside of the project'],
])('%s is refused', async (_, source, reason) => {
  await expect(bundled(`console.log(${source});`)).rejects.toThrow(reason);
});
