/**
 * Removes each defence in a copy of the repository and demands that one of its tests fails: a defence that no test notices is none. A test
 * file that cannot even be loaded proves nothing and counts as a failure of the mutant.
 */
import { readFileSync, rmSync } from 'node:fs';
import { type Copy, copyProject } from '@tollgate/testing';
import { run } from '../program.ts';
import type { Failure, SuiteContext, Tally } from '../suite.ts';
import { mutants } from './list/index.ts';
import type { Mutant } from './mutant.ts';

const MUTANT_LIMIT_MS = 180_000;
/** As many copies as tests run side by side elsewhere. */
const LANES = 2;
const OUTPUT_LINES_SHOWN = 25;

export async function runMutants(context: SuiteContext): Promise<Tally> {
  const chosen = new RegExp(process.env['MUTANTS'] ?? '');
  const waiting = mutants.filter(({ name, file }) => chosen.test(`${name} ${file}`));
  const failures: Failure[] = [];
  let passed = 0;
  async function lane(): Promise<void> {
    using copy = copyProject(context.folder);
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const text = await survival(mutant, copy, context);
      if (text === null) passed += 1;
      else failures.push({ title: mutant.name, text });
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return { passed, failures, skipped: 0, notes: [] };
}

/**
 * Null when a test noticed. The first run ends with the first failure; at that moment vitest can cancel its workers before the failure has
 * reached the report, so that only a run of all tests shows that none noticed.
 */
async function survival(mutant: Mutant, copy: Copy, context: SuiteContext): Promise<string | null> {
  const restore = removeDefence(copy, mutant);
  try {
    const first = await survivalOf(mutant, copy, { context, bail: ['--bail=1'] });
    return first === null ? null : await survivalOf(mutant, copy, { context, bail: [] });
  } finally {
    restore();
  }
}

async function survivalOf(mutant: Mutant, copy: Copy, { context, bail }: RunOptions): Promise<string | null> {
  const report = copy.path('mutant-report.json');
  rmSync(report, { force: true });
  const reporter = ['--reporter=json', `--outputFile.json=${report}`];
  const { output, timedOut } = await run({
    command: [
      copy.path('node_modules/.bin/vitest'),
      'run',
      ...configFor(mutant),
      ...reporter,
      ...bail,
      ...mutant.tests,
    ],
    cwd: copy.folder,
    env: { ...context.env, NO_COLOR: '1' },
    limitMs: MUTANT_LIMIT_MS,
  });
  if (failedTests(report) > 0) return null;
  const lines = output.trimEnd().split('\n').slice(-OUTPUT_LINES_SHOWN).join('\n');
  const why = timedOut ? `its tests took more than ${MUTANT_LIMIT_MS / 1000} s` : 'no test failed without it';
  return `${mutant.file}: ${why} (${mutant.tests.join(', ')})\n${lines}`;
}

interface RunOptions {
  readonly context: SuiteContext;
  readonly bail: readonly string[];
}

/** Suites under test/ have a config of their own; all tests of a mutant are of one. */
function configFor({ tests: [first] }: Mutant): string[] {
  const [, suite] = /^(test\/(?!runner|bench)[^/]+)\//.exec(first) ?? [];
  return suite === undefined ? [] : ['--config', `${suite}/vitest.config.ts`];
}

/** Returns how to put the defence back. Throws when the source is no longer what the mutant says. */
function removeDefence(copy: Copy, { name, file, defence, without }: Mutant): () => void {
  try {
    return copy.replace(file, defence, without);
  } catch (error) {
    throw new Error(`${name}: bring the mutant up to date`, { cause: error });
  }
}

/** Of tests that ran; 0 when there is no report or a file could not be loaded. */
function failedTests(path: string): number {
  try {
    const { numFailedTests } = JSON.parse(readFileSync(path, 'utf8')) as { readonly numFailedTests: number };
    return numFailedTests;
  } catch {
    return 0;
  }
}
