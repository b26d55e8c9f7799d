/** A suite that vitest runs: its parts are the test files that its vitest configuration includes. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { usualDurations } from './plan/usual.ts';
import { run } from './program.ts';
import type { Need, Part, Workspace, Suite, SuiteContext, Tally, When } from './suite.ts';
import { runVitest } from './vitest.ts';

const LIST_LIMIT_MS = 120_000;

export interface VitestSuite {
  readonly name: string;
  readonly about: string;
  readonly needs: readonly Need[];
  readonly limitMs: number;
  /** Folder of the vitest.config.ts, relative to the root. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Decides by the path from the root and the usual duration of the file. */
  readonly when: (file: string, usualSeconds: number) => When;
  /** Files and folders on which every file of the suite depends without importing them: it starts or reads them. */
  readonly starts?: readonly string[];
  /** A program that runs the command line after it in an environment of its own. */
  readonly wrapper?: (context: SuiteContext) => Promise<readonly string[]>;
}

export function vitestSuite(suite: VitestSuite): Suite {
  const { name, about, needs, limitMs } = suite;
  return {
    name,
    about,
    needs,
    limitMs,
    parts: (workspace) => parts(suite, workspace),
    run: (context) => runParts(suite, context),
  };
}

async function runParts({ folder, env, wrapper }: VitestSuite, context: SuiteContext): Promise<Tally> {
  return await runVitest({ folder, env, wrapper: await wrapper?.(context) }, context);
}

async function parts(suite: VitestSuite, workspace: Workspace): Promise<readonly Part[]> {
  const usual = usualDurations(workspace.root);
  const shared = ['pnpm-lock.yaml', join(suite.folder, 'vitest.config.ts'), ...(suite.starts ?? [])];
  return (await testFiles(suite, workspace)).map((file) => ({
    name: file,
    when: suite.when(file, usual.seconds(suite.name, file)),
    reads: [file, ...shared],
  }));
}

/** Asks vitest for the files, so that a suite cannot leave out a file that its configuration includes. */
async function testFiles({ name, folder, env }: VitestSuite, workspace: Workspace): Promise<readonly string[]> {
  const listFile = join(workspace.folder, `${name}-files.json`);
  const { code, output } = await run({
    command: [join(workspace.root, 'node_modules/.bin/vitest'), 'list', '--filesOnly', `--json=${listFile}`],
    cwd: join(workspace.root, folder),
    env: { ...workspace.env, ...env, NO_COLOR: '1' },
    limitMs: LIST_LIMIT_MS,
  });
  if (code !== 0) throw new Error(`vitest cannot list the files of ${name}:\n${output}`);
  const listed = JSON.parse(readFileSync(listFile, 'utf8')) as readonly { readonly file: string }[];
  return [...new Set(listed.map(({ file }) => relative(workspace.root, file)))].toSorted();
}
