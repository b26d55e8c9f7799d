/** The runtimes of this machine that the SDK supports, each started on a program in an installed folder. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

interface Runtime {
  readonly name: string;
  readonly program: string;
  /** Matches the output of `--version`. */
  readonly version: RegExp;
  /** Before the path of the program; a page's address for a browser. */
  readonly args: readonly string[];
}

const COLLECTED = ['--expose-gc'];
const QUIET = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/** Node from its oldest supported version, and the others. */
export const RUNTIMES: readonly Runtime[] = [
  { name: 'Node 20', program: 'node', version: /^v20\.(19|[2-9]\d)\./, args: COLLECTED },
  { name: 'Node 22', program: 'node', version: /^v22\./, args: COLLECTED },
  { name: 'Node 24', program: 'node', version: /^v24\./, args: COLLECTED },
  { name: 'Bun', program: 'bun', version: /^1\./, args: ['run'] },
  { name: 'Deno', program: 'deno', version: /^deno 2\./, args: ['run', '--allow-all', '--v8-flags=--expose-gc'] },
];

export const BROWSERS: readonly Runtime[] = [
  { name: 'Chromium', program: 'chromium', version: /^Chromium /, args: [...QUIET, '--js-flags=--expose-gc'] },
  {
    name: 'Firefox',
    program: 'firefox-esr',
    version: /Firefox /,
    args: ['--headless', '--no-remote', '--new-instance'],
  },
];

/** The whole command before the path of the program. Skips the test if PATH has no such runtime. */
export function commandOf({ name, program, version, args }: Runtime, skip: () => never): readonly string[] {
  const paths = [process.execPath, ...(process.env['PATH'] ?? '').split(delimiter).map((each) => join(each, program))];
  const path = paths.find(
    (each) => existsSync(each) && version.test(String(spawnSync(each, ['--version'], { timeout: 30_000 }).stdout)),
  );
  if (path !== undefined) return [path, ...args];
  process.stdout.write(`skipped: no ${name} on PATH; .ci/run installs it on Debian\n`);
  return skip();
}
