/** Runs suites one after the other and prints one line for each; failures are printed at once and in full. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinedUp } from './plan/lineup.ts';
import type { SuiteDurations } from './plan/usual.ts';
import type { Failure, Suite, Tally } from './suite.ts';

const HEARTBEAT_MS = 30_000;
const SLOWEST_SHOWN = 20;
const NAME_WIDTH = 24;

export interface RunOptions {
  readonly root: string;
  /** Suites that must run: neither the suite nor one of its tests may be skipped for lack of a server. */
  readonly required: ReadonlySet<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

export interface Total {
  readonly passed: number;
  readonly failed: number;
  /** Durations of the suites that ran. */
  readonly durations: readonly SuiteDurations[];
}

export async function runSuites(linedUp: readonly LinedUp[], options: RunOptions): Promise<Total> {
  let [passed, failed] = [0, 0];
  const durations: SuiteDurations[] = [];
  for (const each of linedUp) {
    const total = await runOne(each, options);
    passed += total.passed;
    failed += total.failed;
    durations.push(...total.durations);
  }
  return { passed, failed, durations };
}

/** The parts that took longest, one line each. */
export function slowest(durations: readonly SuiteDurations[]): string[] {
  const parts = durations.flatMap(({ suite, partMs }) => [...partMs].map(([part, ms]) => ({ suite, part, ms })));
  const first = parts.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST_SHOWN);
  return first.map(({ suite, part, ms }) => `${`${(ms / 1000).toFixed(1)} s`.padStart(9)}  ${suite}  ${part}`);
}

async function runOne({ suite, parts }: LinedUp, options: RunOptions): Promise<Total> {
  const name = suite.name.padEnd(NAME_WIDTH);
  const missing = await firstMissing(suite);
  if (missing !== null) {
    const required = options.required.has(suite.name);
    options.print(`${name}${required ? 'FAILED: required, but ' : 'skipped: '}${missing}`);
    return { passed: 0, failed: required ? 1 : 0, durations: [] };
  }
  const startedMs = performance.now();
  const elapsedMs = (): number => performance.now() - startedMs;
  const seconds = (): string => `${(elapsedMs() / 1000).toFixed(1)} s`;
  const heartbeat = setInterval(() => options.print(`${name}… ${seconds()}`), HEARTBEAT_MS);
  const tally = await attempt({ suite, parts }, options).finally(() => clearInterval(heartbeat));
  const failures = [...tally.failures, ...strictness(suite, tally, options)];
  const counts = [`${tally.passed} passed`, `${failures.length} failed`, `${tally.skipped} skipped`];
  options.print(`${name}${counts.filter((text) => !/^0 [fs]/.test(text)).join(', ')}  (${seconds()})`);
  for (const note of tally.notes) options.print(`  ${note}`);
  for (const failure of failures) printFailure(suite, failure, options);
  const durations = [{ suite: suite.name, wallMs: elapsedMs(), partMs: tally.partMs ?? new Map<string, number>() }];
  return { passed: tally.passed, failed: failures.length, durations };
}

async function firstMissing({ needs }: Suite): Promise<string | null> {
  for (const need of needs) {
    const missing = await need.missing();
    if (missing !== null) return missing;
  }
  return null;
}

async function attempt({ suite, parts }: LinedUp, { root, env }: RunOptions): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  chmodSync(folder, 0o1777); // like /tmp: a server that drops root privileges must be able to write here
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove); // also when the run is interrupted
  try {
    return await suite.run({ root, folder, env: { ...env, TMPDIR: folder }, limitMs: suite.limitMs, parts });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { passed: 0, failures: [{ title: 'the suite itself failed', text }], skipped: 0, notes: [] };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** A suite without tests proves nothing, and a required suite may skip none. */
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
