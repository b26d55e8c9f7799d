/** Runs suites one after the other and prints one line each; what fails is printed in full, at once. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure, Suite, Tally } from './suite.ts';

const HEARTBEAT_MS = 30_000;
const NAME_WIDTH = 24;

export interface RunOptions {
  readonly root: string;
  /** Suites that must run: not to be skipped, and no test of theirs for want of a server. */
  readonly required: ReadonlySet<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

export interface Total {
  readonly passed: number;
  readonly failed: number;
}

export async function runSuites(suites: readonly Suite[], options: RunOptions): Promise<Total> {
  let [passed, failed] = [0, 0];
  for (const suite of suites) {
    const total = await runOne(suite, options);
    passed += total.passed;
    failed += total.failed;
  }
  return { passed, failed };
}

async function runOne(suite: Suite, options: RunOptions): Promise<Total> {
  const name = suite.name.padEnd(NAME_WIDTH);
  const missing = await firstMissing(suite);
  if (missing !== null) {
    const required = options.required.has(suite.name);
    options.print(`${name}${required ? 'FAILED: required, but ' : 'skipped: '}${missing}`);
    return { passed: 0, failed: required ? 1 : 0 };
  }
  const startedMs = performance.now();
  const seconds = (): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  const heartbeat = setInterval(() => options.print(`${name}… ${seconds()}`), HEARTBEAT_MS);
  const tally = await attempt(suite, options).finally(() => clearInterval(heartbeat));
  const failures = [...tally.failures, ...strictness(suite, tally, options)];
  const counts = [`${tally.passed} passed`, `${failures.length} failed`, `${tally.skipped} skipped`];
  options.print(`${name}${counts.filter((text) => !/^0 [fs]/.test(text)).join(', ')}  (${seconds()})`);
  for (const note of tally.notes) options.print(`  ${note}`);
  for (const failure of failures) printFailure(suite, failure, options);
  return { passed: tally.passed, failed: failures.length };
}

async function firstMissing({ needs }: Suite): Promise<string | null> {
  for (const need of needs) {
    const missing = await need.missing();
    if (missing !== null) return missing;
  }
  return null;
}

async function attempt(suite: Suite, { root, env }: RunOptions): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  chmodSync(folder, 0o1777); // like /tmp: a server that gives up root still has to write here
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove); // when the run is interrupted
  try {
    return await suite.run({ root, folder, env: { ...env, TMPDIR: folder }, limitMs: suite.limitMs });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { passed: 0, failures: [{ title: 'the suite itself failed', text }], skipped: 0, notes: [] };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** A suite without a test proves nothing, and a required one has no excuse for a test it left out. */
function strictness(suite: Suite, tally: Tally, { required }: RunOptions): Failure[] {
  const failures: Failure[] = [];
  if (tally.passed + tally.failures.length === 0) failures.push({ title: 'no test ran', text: '' });
  if (required.has(suite.name)) {
    failures.push(...tally.notes.map((note) => ({ title: 'required, but a part did not run', text: note })));
  }
  return failures;
}

function printFailure(suite: Suite, { title, text }: Failure, { print }: RunOptions): void {
  print(`\n  ✗ ${suite.name} › ${title}`);
  for (const line of text.split('\n')) print(`    ${line}`);
  print('');
}
