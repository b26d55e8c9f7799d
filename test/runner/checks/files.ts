/** The files of the project: tracked by git, or untracked and not ignored. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** Paths relative to the root, with forward slashes. Leaves out files whose deletion is not committed yet. */
export function listFiles(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
  const unique = new Set(listed.split('\0').filter(Boolean));
  return [...unique].filter((file) => existsSync(join(root, file)));
}
