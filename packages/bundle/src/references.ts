/**
 * Files that a source references by relative path. A bundled source is in another folder, so only one form is supported
 * and every other is an error:
 * `new URL('./file', import.meta.url)`. A file or folder is copied under its path in the project; a program becomes the
 * bundled one.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

export interface ReferenceOptions {
  readonly root: string;
  /** Source of a program, from the root → its name. */
  readonly programs: ReadonlyMap<string, string>;
}

/** Copied files: source path → target path in the bundles' folder. */
export type Assets = Map<string, string>;

const FOREIGN = /\/(node_modules|generated)\//;
const URL_OF = /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g;
const RESOLVED = /import\.meta\.resolve\(\s*'([^']+)',?\s*\)/g;
/** Packages that are not bundled are beside the bundle, where this finds them. */
const REQUIRED = /createRequire\(import\.meta\.url\)/g;

export function referencePlugin(options: ReferenceOptions, assets: Assets): Plugin {
  return {
    name: 'references',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (FOREIGN.test(path)) return null;
        return { contents: rewritten(path, await readFile(path, 'utf8'), { ...options, assets }), loader: 'ts' };
      });
    },
  };
}

function rewritten(
  path: string,
  text: string,
  { root, programs, assets }: ReferenceOptions & { assets: Assets },
): string {
  if (!text.includes('import.meta')) return text;
  const result = text
    .replaceAll(URL_OF, (_, named: string) => {
      const file = join(dirname(path), named);
      const inProject = relative(root, file);
      if (inProject === '' || inProject.startsWith('..'))
        throw new Error(`${path}: "${named}" is outside of the project`);
      const program = programs.get(inProject);
      if (program !== undefined) return reference(`${program}.mjs`);
      if (inProject.endsWith('.ts'))
        throw new Error(`${path}: "${named}" is not a program of packages/bundle/src/programs.ts`);
      assets.set(file, inProject);
      return reference(inProject);
    })
    .replaceAll(RESOLVED, (_, named: string) => {
      assets.set(createRequire(path).resolve(named), `node_modules/${named}`);
      return `${reference(`node_modules/${named}`)}.href`;
    });
  if (result.replaceAll(REQUIRED, '').replaceAll(REWRITTEN, '').includes('import.meta'))
    throw new Error(`${path}: a bundle supports new URL('./file', import.meta.url) and no other import.meta`);
  return result;
}

/** All code is in one folder beside the programs. */
const reference = (path: string): string => `new URL(${JSON.stringify(`../${path}`)}, import.meta.url)`;
const REWRITTEN = /new URL\("[^"]+", import\.meta\.url\)/g;
