/**
 * A copy of the project on disk, for tests that change it as a new developer would, or remove a defence. It shares only
 * the installed packages with the original. So a change in it never affects the files under test.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../..');
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
/** Generated at the first start, and not committed. */
const GENERATED_CLIENT = 'packages/db/src/generated';
const PACKAGES = 'node_modules/.pnpm';

export interface Ran {
  readonly code: number;
  readonly output: string;
}

export interface Copy extends Disposable {
  readonly folder: string;
  readonly path: (file: string) => string;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /**
   * Replaces the single occurrence of `before` with `after`; throws unless there is exactly one. Returns a function
   * that undoes it.
   */
  readonly replace: (file: string, before: string, after: string) => () => void;
  /** Runs Node in the copy until it exits. */
  readonly node: (...args: readonly string[]) => Ran;
  /** `npm run generate`, after generating the database client. */
  readonly generate: () => Ran;
  /** Runs test files of the copy. */
  readonly vitest: (...files: readonly string[]) => Ran;
  /** Type-checks the whole copy. */
  readonly typecheck: () => Ran;
}

/** @param parent folder that will contain the copy; default: the system's temporary folder. */
export function copyProject(parent: string = tmpdir()): Copy {
  const folder = mkdtempSync(join(parent, 'farebox-copy-'));
  chmodSync(folder, 0o755); // a sandboxed program is another user, and must read the code of the copy
  for (const file of [...filesOfProject(), GENERATED_CLIENT]) {
    cpSync(join(ROOT, file), join(folder, file), { recursive: true, verbatimSymlinks: true });
  }
  shareInstalledPackages(folder);
  // The checks use git to list the project's files.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return copyAt(folder);
}

function filesOfProject(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
  return [...new Set(listed.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file))))];
}

/**
 * pnpm's links are relative. As copied, they point to the copy's own workspaces, and through one link to the installed
 * packages.
 */
function shareInstalledPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, PACKAGES), join(folder, PACKAGES));
  const roots = globSync(['node_modules', '{apps,packages,test}/*/node_modules'], { cwd: ROOT });
  for (const modules of roots) {
    cpSync(join(ROOT, modules), join(folder, modules), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.startsWith(join(ROOT, PACKAGES)) && !/\/\.(vite|vitest-cache|cache)$/.test(source),
    });
  }
}

/** Opens a folder that is a copy already, with its installed packages. */
export function copyAt(folder: string): Copy {
  const path = (file: string): string => join(folder, file);
  const read = (file: string): string => readFileSync(path(file), 'utf8');
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
  };
  const node = (...args: readonly string[]): Ran => ran(folder, process.execPath, args);
  return {
    folder,
    path,
    read,
    write,
    replace(file, before, after) {
      const text = read(file);
      const parts = text.split(before);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${before}`);
      write(file, parts.join(after));
      return () => write(file, text);
    },
    node,
    generate: () => node('packages/cli/bootstrap.mjs', 'test', '--generate'),
    vitest: (...files) => node('node_modules/vitest/vitest.mjs', 'run', ...files),
    typecheck: () => ran(folder, path('node_modules/.bin/tsc'), ['-p', '.']),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function ran(cwd: string, program: string, args: readonly string[]): Ran {
  try {
    const output = execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe', maxBuffer: OUTPUT_BYTES_MAX });
    return { code: 0, output };
  } catch (error) {
    const { status, stdout = '', stderr = '' } = error as { status?: number; stdout?: string; stderr?: string };
    return { code: status ?? 1, output: `${stdout}${stderr}` };
  }
}
