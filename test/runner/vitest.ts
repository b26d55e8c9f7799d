/** Runs a vitest project and counts from its JSON report; a file that fails outside of its tests counts as a failure too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, run } from './program.ts';
import type { Failure, SuiteContext, Tally } from './suite.ts';

const OUTPUT_LINES_SHOWN = 60;

/** The part of vitest's JSON report that is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status: 'passed' | 'failed';
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled';
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface VitestRun {
  /** Folder of the vitest.config.ts, relative to the root. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** A program that runs the command line after it in an environment of its own. */
  readonly wrapper?: readonly string[] | undefined;
}

/** Runs the test files that are the parts of the context. */
export async function runVitest({ folder, env = {}, wrapper = [] }: VitestRun, context: SuiteContext): Promise<Tally> {
  const reportFile = join(context.folder, 'vitest-report.json');
  const vitest = join(context.root, 'node_modules/.bin/vitest');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const files = context.parts.map((part) => join(context.root, part));
  const [file = vitest, ...args] = [...wrapper, vitest, 'run', ...reporters, ...files];
  const ended = await run({
    command: [file, ...args],
    cwd: join(context.root, folder),
    env: { ...context.env, ...env, NO_COLOR: '1' },
    limitMs: context.limitMs,
  });
  return tally(readReport(reportFile), ended, context);
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return null; // the run ended before it could report; its exit code and output say why
  }
}

export function tally(
  report: Report | null,
  ended: Ended,
  { root, limitMs, parts }: Pick<SuiteContext, 'root' | 'limitMs' | 'parts'>,
): Tally {
  const files = report?.testResults ?? [];
  const partMs = new Map(files.map((each) => [inProject(each.name, root), each.endTime - each.startTime]));
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failures = files.flatMap((file) => failuresOf(file, root));
  if (ended.timedOut) failures.push({ title: `took more than ${limitMs / 1000} s`, text: tail(ended.output) });
  else if (ended.code !== 0 && failures.length === 0) {
    failures.push({ title: `vitest ended with code ${ended.code}`, text: tail(ended.output) });
  }
  for (const { pid, command } of ended.leftovers)
    failures.push({ title: 'a process was left behind', text: `${pid} ${command}` });
  // Without a report, one of the failures above has the reason.
  const absent = report === null ? [] : parts.filter((part) => !partMs.has(part));
  failures.push(...absent.map((part) => ({ title: part, text: 'was chosen, and is not in the report of vitest' })));
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const skipped = tests.length - passed - failed;
  return { passed, failures, skipped, notes: [...skipNotes(ended.output), ...titlesOfSkipped(files, root)], partMs };
}

function failuresOf(file: Report['testResults'][number], root: string): Failure[] {
  const name = inProject(file.name, root);
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  const ofTests = failed.map((each) => ({
    title: `${name} › ${each.fullName}`,
    text: inProject(each.failureMessages.join('\n'), root),
  }));
  // A hook or an import failed: no test has the error, and the tests that could not run look skipped.
  return file.status === 'failed' && failed.length === 0
    ? [{ title: name, text: inProject(file.message, root) }]
    : ofTests;
}

/** Makes paths relative to the root, and keeps only those lines of a stack trace that belong to the project. */
function inProject(text: string, root: string): string {
  const lines = text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '').split('\n');
  return lines.filter((line) => !/^\s+at .*(node_modules\/|node:internal)/.test(line)).join('\n');
}

/** By convention a test that lacks its server prints one line: "skipped: … is not on PATH; install …". */
function skipNotes(output: string): string[] {
  const lines = output.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line.startsWith('skipped: ')))];
}

/** In a file that failed outside of its tests, those that could not run look skipped. */
const titlesOfSkipped = (files: Report['testResults'], root: string): string[] =>
  files
    .filter(({ status }) => status === 'passed')
    .flatMap(({ name, assertionResults }) => {
      const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed');
      const file = `not run: ${inProject(name, root)}`;
      if (skipped.length > TITLES_SHOWN) return [`${file} (${skipped.length} tests)`];
      return skipped.map(({ fullName }) => `${file} › ${fullName}`);
    });

/** A whole file that lacks its server takes one line. */
const TITLES_SHOWN = 3;

const tail = (output: string): string => output.trimEnd().split('\n').slice(-OUTPUT_LINES_SHOWN).join('\n');
