/**
 * Migrations are frozen from release 0.3.0 on: each has a line in prisma/migrations.sha256 (in the format of `sha256sum --check`), which only
 * grows. A migration that was applied to some database cannot be changed there. The check fails on an edit of a listed migration, on its
 * removal, and on a new one that sorts before it; `npm run generate` adds lines and rewrites none.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';

const CHECKSUMS = 'prisma/migrations.sha256';
const MIGRATIONS = 'prisma/migrations/*/migration.sql';
/** Version of package.json: before it nothing is released, and the list is empty. */
const FIRST_RELEASE = [0, 3] as const;

/** Path relative to the root → SHA-256 in hexadecimal digits. */
export type Checksums = ReadonlyMap<string, string>;

export function areFrozen(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > FIRST_RELEASE[0] || (major === FIRST_RELEASE[0] && minor >= FIRST_RELEASE[1]);
}

/** The migrations that may not change; none before the first release. */
export function checksumsOf(root: string): Checksums {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return areFrozen(version) ? allChecksums(root) : new Map();
}

export function allChecksums(root: string): Checksums {
  const files = globSync(MIGRATIONS, { cwd: root }).toSorted();
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex'),
    ]),
  );
}

export function listedChecksums(root: string): Checksums {
  const list = join(root, CHECKSUMS);
  const lines = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line) => [line.slice(line.indexOf('  ') + 2), line.slice(0, line.indexOf('  '))]));
}

/** The list with a line for each migration that had none; existing lines stay as they are. */
export function withNewChecksums(listed: Checksums, present: Checksums): string {
  const added = [...present].filter(([file]) => !listed.has(file));
  return [...listed, ...added].map(([file, checksum]) => `${checksum}  ${file}\n`).join('');
}

/** Returns one line for each problem. */
export function problemsOfMigrations(listed: Checksums, present: Checksums): string[] {
  const last = [...listed.keys()].toSorted().at(-1) ?? '';
  return [
    ...[...listed].flatMap(([file, checksum]) => {
      if (!present.has(file)) return [`${file} is gone: databases that applied it keep what it made; put it back`];
      if (present.get(file) === checksum) return [];
      return [`${file} was changed after it was frozen: put it back, and write a new migration`];
    }),
    ...[...present.keys()].flatMap((file) => {
      if (listed.has(file)) return [];
      if (file < last) return [`${file} sorts before ${last}, which is applied already: give it a later number`];
      return [`${file} has no line in ${CHECKSUMS}; \`npm run generate\` adds it`];
    }),
  ];
}

export const frozenMigrations: Check = {
  name: 'frozen migrations',
  run: async ({ root }) => problemsOfMigrations(listedChecksums(root), checksumsOf(root)).join('\n') || null,
};
