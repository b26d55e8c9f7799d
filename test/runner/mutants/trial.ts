/** Runs tests with given titles in a copy of the project, with or without a defence. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Copy, LENT_TEMPLATE_SERVER, type TemplateServer } from '@farebox/testing';
import { run } from '../program.ts';
import type { SuiteContext } from '../suite.ts';
import { type Report, REPORT_FILE } from './report.ts';
import { filterFor } from './titles.ts';

const LIMIT_MS = 300_000;
const OUTPUT_LINES_SHOWN = 25;
const REPORTER = join(import.meta.dirname, 'report.ts');

export interface Lane {
  readonly context: Pick<SuiteContext, 'env'>;
  readonly copy: Copy;
  /** A database server with today's migrations. */
  readonly lent: TemplateServer;
}

export interface Trial {
  readonly files: readonly [string, ...string[]];
  readonly titles: readonly string[];
  /** True if the tests can use the lane's database server; otherwise they start their own. */
  readonly isLent: boolean;
  /** Further options of vitest. */
  readonly options?: readonly string[];
}

/** If a run ends without a report, the result has one problem: the last lines of its output. */
export async function runTrial({ files, titles, isLent, options = [] }: Trial, lane: Lane): Promise<Report> {
  const { context, copy, lent } = lane;
  const report = copy.path('mutant-report.json');
  rmSync(report, { force: true });
  const { output, timedOut } = await run({
    command: [
      copy.path('node_modules/.bin/vitest'),
      'run',
      ...configFor(files),
      `--testNamePattern=${filterFor(titles)}`,
      `--reporter=${REPORTER}`,
      ...options,
      ...files,
    ],
    cwd: copy.folder,
    env: {
      ...context.env,
      ...(isLent ? { [LENT_TEMPLATE_SERVER]: lent.address } : {}),
      [REPORT_FILE]: report,
      NO_COLOR: '1',
    },
    limitMs: LIMIT_MS,
  });
  await lent.clear();
  return readReport(report) ?? { tests: [], problems: [withoutReport(output, timedOut)] };
}

/** Suites under test/ have a config of their own. */
function configFor([first]: Trial['files']): string[] {
  const [, suite] = /^(test\/(?!runner|bench)[^/]+)\//.exec(first) ?? [];
  return suite === undefined ? [] : ['--config', `${suite}/vitest.config.ts`];
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return null;
  }
}

function withoutReport(output: string, timedOut: boolean): string {
  const lines = output.trimEnd().split('\n').slice(-OUTPUT_LINES_SHOWN).join('\n');
  return `${timedOut ? `no report after ${LIMIT_MS / 1000} s` : 'no report'}\n${lines}`;
}
