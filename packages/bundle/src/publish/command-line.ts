/** Builds the `farebox` package for npm: the commands that call a running system, bundled for every supported Node. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { bundledFolders, licencesAt } from '../packages.ts';
import { type Assets, referencePlugin } from '../references.ts';

const SOURCE = 'packages/cli/src/installed.ts';
/** Node's compile cache makes every start after the first faster; a folder that is not writable is no error. */
const BEGINNING = `#!/usr/bin/env node
import module from 'node:module';
module.enableCompileCache?.();
await import('./code/farebox.mjs');
`;
/** CommonJS packages load Node's modules with \`require\`. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
}

/** @param folder must not exist yet. */
export async function buildCommandLine(root: string, folder: string): Promise<void> {
  const assets: Assets = new Map();
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    outdir: join(folder, 'code'),
    entryPoints: { farebox: SOURCE },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    outExtension: { '.js': '.mjs' },
    banner: { js: REQUIRE },
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [referencePlugin({ root, programs: new Map() }, assets)],
    write: false,
  });
  mkdirSync(join(folder, 'code'), { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(join(folder, 'code', basename(path)), text);
  for (const [source, target] of assets) {
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    copyFileSync(source, join(folder, target));
  }
  writeFileSync(join(folder, 'farebox.mjs'), BEGINNING);
  chmodSync(join(folder, 'farebox.mjs'), 0o755);
  writeFileSync(join(folder, 'LICENCES.txt'), licencesAt(bundledFolders(metafile, root)));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(root, 'packages/cli/INSTALLED.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root), null, 2)}\n`);
}

function manifestOf(root: string): object {
  const read = (path: string): Manifest => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
  const { version, license } = read('package.json');
  return {
    name: 'farebox',
    version,
    description: 'Runs paid tools of a Farebox from the command line, operates it, and serves its tools to agents.',
    license,
    type: 'module',
    engines: read('packages/sdk/package.json').engines,
    bin: { farebox: './farebox.mjs' },
  };
}
