/**
 * The last release: the commit that gave package.json its version or its name, checked out beside the project with its own packages. Its apps
 * run while a newer schema is applied. The commit is found by these lines and not by a stored hash, because a commit that lands
 * elsewhere gets another hash.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const ARCHIVE_BYTES_MAX = 256 * 1024 * 1024;

export interface Release extends Disposable {
  readonly version: string;
  readonly folder: string;
  /** The command line of its npm scripts, for example `npm start` and `npm run database`. */
  readonly command: (...args: readonly string[]) => readonly string[];
}

export interface Named {
  readonly version: string;
  readonly commit: string;
}

/** The newest commit if there is no release yet, or in a clone of depth 1; null without a history, as in an unpacked archive. */
export function lastRelease(): Named | null {
  try {
    const { version } = JSON.parse(git('show', 'HEAD:package.json')) as { version: string };
    // The list gets its first line with the first release (test/runner/checks/frozen.ts).
    if (git('show', 'HEAD:prisma/migrations.sha256').trim() === '') return { version, commit: 'HEAD' };
    // Under another name its settings and database roles would have other names too (the rename to Farebox, 0.3.0).
    const commit = git('log', '-1', '--format=%H', '-G^  "(name|version)":', '--', 'package.json').trim();
    return { version, commit };
  } catch {
    return null;
  }
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

export function checkOut({ version, commit }: Named): Release {
  const folder = mkdtempSync(join(tmpdir(), `farebox-${version}-`));
  chmodSync(folder, 0o755); // PostgreSQL and the decoders run as another user
  const tar = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: ARCHIVE_BYTES_MAX });
  execFileSync('tar', ['-x'], { cwd: folder, input: tar });
  const command = (...args: readonly string[]): readonly string[] => [
    process.execPath,
    join(folder, 'packages/cli/bootstrap.mjs'),
    ...args,
  ];
  const [node, ...args] = command('test', '--list'); // installs, like the first command in a fresh clone
  execFileSync(node!, args, { cwd: folder, stdio: 'pipe' });
  return { version, folder, command, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
