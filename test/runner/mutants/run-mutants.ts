/**
 * Removes each defence in a copy of the repository and demands that one of its tests fails: a defence that no test notices is none. A test
 * file that cannot even be loaded proves nothing and counts as a failure of the mutant.
 */
import { readFileSync, rmSync } from 'node:fs';
import {
  type Copy,
  copyProject,
  LENT_TEMPLATE_SERVER,
  startTemplateServer,
  type TemplateServer,
} from '@tollgate/testing';
import { run } from '../program.ts';
import type { Failure, SuiteContext, Tally } from '../suite.ts';
import { mutants } from './list/index.ts';
import type { Mutant } from './mutant.ts';

const MUTANT_LIMIT_MS = 180_000;
/** One more than tests run side by side elsewhere: a test without its defence mostly waits. */
const LANES = 3;
/** A test that hangs without the defence has noticed: it need not hang for the minute that a starved machine may take. */
const NOTICED_AFTER_MS = 20_000;
const OUTPUT_LINES_SHOWN = 25;
/** What a migrated database is made of: who changes it needs one of his own. */
const MAKES_DATABASES = /^(prisma|packages\/(db|embedded|testing))\//;

export async function runMutants(context: SuiteContext): Promise<Tally> {
  const waiting = mutants.filter(({ name }) => context.parts.includes(name));
  const failures: Failure[] = [];
  const partMs = new Map<string, number>();
  let passed = 0;
  async function lane(): Promise<void> {
    using copy = copyProject(context.folder);
    await using lent = await startTemplateServer(context.env);
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const startedMs = performance.now();
      const text = await survival(mutant, { context, copy, lent });
      partMs.set(mutant.name, performance.now() - startedMs);
      if (text === null) passed += 1;
      else failures.push({ title: mutant.name, text });
      await lent.clear();
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return { passed, failures, skipped: 0, notes: [], partMs };
}

interface Lane {
  readonly context: SuiteContext;
  readonly copy: Copy;
  /** A database server with the migrations as they are, for every mutant that leaves them alone. */
  readonly lent: TemplateServer;
}

/**
 * Null when a test noticed. The first run ends with the first failure; at that moment vitest can cancel its workers before the failure has
 * reached the report, so that only a run of all tests shows that none noticed.
 */
async function survival(mutant: Mutant, lane: Lane): Promise<string | null> {
  const restore = removeDefence(lane.copy, mutant);
  try {
    const timeouts = ['testTimeout', 'hookTimeout'].map((name) => `--${name}=${NOTICED_AFTER_MS}`);
    const first = await survivalOf(mutant, lane, ['--bail=1', ...timeouts]);
    return first === null ? null : await survivalOf(mutant, lane, []);
  } finally {
    restore();
  }
}

async function survivalOf(mutant: Mutant, lane: Lane, options: readonly string[]): Promise<string | null> {
  const { context, copy } = lane;
  const report = copy.path('mutant-report.json');
  rmSync(report, { force: true });
  const reporter = ['--reporter=json', `--outputFile.json=${report}`];
  const { output, timedOut } = await run({
    command: [
      copy.path('node_modules/.bin/vitest'),
      'run',
      ...configFor(mutant),
      ...reporter,
      ...options,
      ...mutant.tests,
    ],
    cwd: copy.folder,
    env: { ...context.env, ...databases(mutant, lane), NO_COLOR: '1' },
    limitMs: MUTANT_LIMIT_MS,
  });
  if (failedTests(report) > 0) return null;
  const lines = output.trimEnd().split('\n').slice(-OUTPUT_LINES_SHOWN).join('\n');
  const why = timedOut ? `its tests took more than ${MUTANT_LIMIT_MS / 1000} s` : 'no test failed without it';
  return `${mutant.file}: ${why} (${mutant.tests.join(', ')})\n${lines}`;
}

const databases = ({ file }: Mutant, { lent }: Lane): Record<string, string> =>
  MAKES_DATABASES.test(file) ? {} : { [LENT_TEMPLATE_SERVER]: lent.address };

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
