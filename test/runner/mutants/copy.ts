/**
 * A copy of the repository in which a defence can be removed: what git tracks or would track, the generated client, and links to what is
 * installed. Nothing outside the copy is ever written.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutant.ts';

/** Not tracked, and needed to run. */
const GENERATED = ['packages/db/src/generated'];
/** Where workspaces are; each has links of its own to what it depends on. */
const WORKSPACES = ['apps', 'packages', 'test'];

export function copyRepository(root: string, to: string): void {
  for (const path of [...trackedFiles(root), ...GENERATED]) {
    if (!existsSync(join(root, path))) continue; // removed, but not committed yet
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
  for (const group of WORKSPACES) {
    for (const name of readdirSync(join(root, group))) copyLinks(join(root, group, name), join(to, group, name));
  }
}

const trackedFiles = (root: string): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);

/** pnpm's links are relative, so that inside the copy they lead to the packages of the copy. */
function copyLinks(from: string, to: string): void {
  const links = join(from, 'node_modules');
  if (existsSync(links) && existsSync(to))
    cpSync(links, join(to, 'node_modules'), { recursive: true, verbatimSymlinks: true });
}

/** Returns how to put the defence back. Throws when the source is no longer what the mutant says. */
export function removeDefence(copy: string, { name, file, defence, without }: Mutant): () => void {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const found = source.split(defence).length - 1;
  if (found !== 1)
    throw new Error(`${name}: its defence stands ${found} times in ${file}, not once; bring the mutant up to date`);
  writeFileSync(
    path,
    source.replace(defence, () => without),
  );
  return () => writeFileSync(path, source);
}
