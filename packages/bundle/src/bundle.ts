/**
 * Builds the bundles: each program as one file that Node starts, plus shared code, files that sources reference by
 * relative path, and packages that cannot be bundled. The result runs in a separate folder, without sources and without
 * other packages.
 */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { listInputs } from '../inputs.mjs';
import { carry, copyAsset } from './carry.ts';
import { mapOfProject } from './map.ts';
import { bundledFolders, contentsOf, licencesAt } from './packages.ts';
import { type Assets, referencePlugin } from './references.ts';
import { ABSENT, CARRIED, PROGRAMS } from './programs.ts';

export interface BundleOptions {
  readonly root: string;
  /** Folder of the bundles, which must not exist yet. */
  readonly folder: string;
  /**
   * For the image: without the database that `farebox start` runs, and with the list and the licences of all
   * packages.
   */
  readonly isImage: boolean;
}

export async function bundle({ root, folder, isImage }: BundleOptions): Promise<void> {
  const programs = Object.entries(PROGRAMS);
  const assets: Assets = new Map();
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    // Base of source paths in stack traces: as on this machine, or in the image as if the sources were there.
    outdir: isImage ? join(root, 'code') : join(folder, 'code'),
    entryPoints: Object.fromEntries(programs.map(([name, { source }]) => [name, source])),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    outExtension: { '.js': '.mjs' },
    external: [...CARRIED.map(({ name }) => name), ...ABSENT],
    banner: { js: REQUIRE },
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [
      referencePlugin({ root, programs: new Map(programs.map(([name, { source }]) => [source, name])) }, assets),
    ],
    write: false,
  });
  requireKnown(metafile, assets, root);
  mkdirSync(join(folder, 'code'), { recursive: true });
  for (const { path, text } of outputFiles)
    writeFileSync(join(folder, 'code', basename(path)), path.endsWith('.map') ? mapOfProject(text) : text);
  for (const [name] of programs) writeFileSync(join(folder, `${name}.mjs`), beginning(name));
  for (const [source, target] of assets) copyAsset(source, join(folder, target));
  const carried = CARRIED.filter(({ isOfStart = false }) => !(isImage && isOfStart)).flatMap(({ name, from }) =>
    carry(name, { from: join(root, from), to: folder }),
  );
  if (isImage) describePackages({ root, folder }, [...bundledFolders(metafile, root), ...carried]);
}

function describePackages({ root, folder }: Pick<BundleOptions, 'root' | 'folder'>, packages: readonly string[]): void {
  writeFileSync(join(folder, 'LICENCES.txt'), licencesAt(packages));
  writeFileSync(join(folder, 'packages.json'), JSON.stringify(contentsOf(root, packages), null, 1));
}

/** CommonJS packages load Node's modules with `require`. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/** Node's compile cache and source maps must be enabled before any code is loaded. */
const beginning = (name: string): string => `import { enableCompileCache, setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';
setSourceMapsSupport(true, { nodeModules: true });
enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
await import('./code/${name}.mjs');
`;

/** A file that is read here but not watched would keep an outdated bundle in use. The lockfile covers packages. */
function requireKnown({ inputs }: Metafile, assets: Assets, root: string): void {
  const known = new Set(listInputs(root));
  const read = [...Object.keys(inputs), ...[...assets.keys()].flatMap(filesAt).map((path) => relative(root, path))];
  const strange = read.filter((path) => !path.includes('node_modules/') && !known.has(path));
  if (strange.length > 0) throw new Error(`packages/bundle/inputs.mjs does not list ${strange.join(', ')}`);
}

const filesAt = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesAt(join(path, name))) : [path];
