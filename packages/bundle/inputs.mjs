/**
 * Lists the input files of bundles, and computes one digest of them. Plain JavaScript, because the bootstrap runs it on
 * Node 20. Bundling fails if a bundle reads any other file of the project (src/bundle.ts), so that every change of a
 * source is noticed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['apps', 'packages', 'prisma'];
const FILES = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.json'];
const OTHER_FOLDERS = new Set(['node_modules', 'testing', 'fixtures']);
const OTHER_FILES = /(\.test\.ts|[-.]suite\.ts|\.fixture\.ts)$/;

/** Paths from `root`, in an order that does not depend on the machine. */
export function listInputs(root) {
  return [...FILES, ...FOLDERS.flatMap((folder) => filesIn(root, folder))].toSorted((one, other) =>
    one < other ? -1 : 1,
  );
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return OTHER_FOLDERS.has(entry.name) ? [] : filesIn(root, path);
    return OTHER_FILES.test(entry.name) ? [] : [path];
  });
}

/** Changes with the name and the content of each input, and with the platform of their native packages. */
export function digestInputs(root) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const path of listInputs(root)) {
    const content = readFileSync(join(root, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 32);
}
