/**
 * The last release as CHANGELOG.md names it ("## 0.2.0 (<commit>)"), or what is committed where there is none yet, checked out beside the project with packages of its own: what
 * runs somewhere while a newer schema is put under it.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const HEADING = /^## (\d+\.\d+\.\d+) \(([0-9a-f]{40})\)$/m;
const ARCHIVE_BYTES_MAX = 256 * 1024 * 1024;

export interface Release extends Disposable {
  readonly version: string;
  readonly folder: string;
  /** The command line of its `npm start`, `npm run database` and others. */
  readonly command: (...args: readonly string[]) => readonly string[];
}

export interface Named {
  readonly version: string;
  readonly commit: string;
}

export function lastRelease(): Named {
  const [, version, commit] = HEADING.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? [];
  return version === undefined || commit === undefined ? { version: 'head', commit: 'HEAD' } : { version, commit };
}

/** False in a shallow clone, which has no commit but the newest. */
export function isHere({ commit }: Named): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function checkOut({ version, commit }: Named): Release {
  const folder = mkdtempSync(join(tmpdir(), `tollgate-${version}-`));
  chmodSync(folder, 0o755); // PostgreSQL and the decoding children run as another user
  const tar = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: ARCHIVE_BYTES_MAX });
  execFileSync('tar', ['-x'], { cwd: folder, input: tar });
  const command = (...args: readonly string[]): readonly string[] => [
    process.execPath,
    join(folder, 'packages/cli/bootstrap.mjs'),
    ...args,
  ];
  const [node, ...args] = command('test', '--list'); // installs, as the first command in a fresh clone does
  execFileSync(node!, args, { cwd: folder, stdio: 'pipe' });
  return { version, folder, command, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
