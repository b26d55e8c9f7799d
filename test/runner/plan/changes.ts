/** The files that a change touches: everything committed since its base, and everything uncommitted. */
import { execFileSync } from 'node:child_process';

const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
/** Without a base, the change is the commits of the four hours before the newest one: an afternoon's work. */
const CHANGE_SECONDS = 4 * 3600;

export interface Change {
  /** A commit; null when the change is the whole history. */
  readonly base: string | null;
  readonly files: readonly string[];
}

/** Throws if git does not know the named base. */
export function changeSince(root: string, named: string | null): Change {
  const base = named === null ? usualBase(root) : git(root, 'rev-parse', '--verify', `${named}^{commit}`);
  const committed = base === null ? git(root, 'ls-files') : git(root, 'diff', '--name-only', '--no-renames', base);
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard');
  return { base, files: [...new Set([...lines(committed), ...lines(untracked)])] };
}

/** Number of commits; it turns the rotation of heavy parts by one with each commit. */
export const commitCount = (root: string): number => Number(git(root, 'rev-list', '--count', 'HEAD'));

function usualBase(root: string): string | null {
  const newest = Number(git(root, 'log', '-1', '--format=%ct'));
  return git(root, 'rev-list', '-1', `--before=${newest - CHANGE_SECONDS}`, 'HEAD') || null;
}

const lines = (text: string): string[] => text.split('\n').filter(Boolean);

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX }).trim();
