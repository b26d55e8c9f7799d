/**
 * The program behind `npm test`. Its last line is always `N passed, N failed`, alone. It exits non-zero on any failure, when a
 * required suite did not run, and when no test ran.
 */
import { delimiter, join } from 'node:path';
import { generate } from './runner/checks/generated.ts';
import { HELP, type Options, readOptions } from './runner/options.ts';
import { candidates, lineUp, minutes } from './runner/plan/lineup.ts';
import { recordDurations } from './runner/plan/usual.ts';
import { killRunning } from './runner/program.ts';
import { runSuites, slowest } from './runner/run-suites.ts';
import { suites } from './runner/suites.ts';

const root = join(import.meta.dirname, '..');
/** Time limit of one script, on a busy machine. */
const GENERATE_LIMIT_MS = 120_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Removes the caller's settings: a suite must never touch a database that is in use. */
function cleanEnvironment(): Record<string, string | undefined> {
  const foreign = /^(DATABASE_URL|REDIS_URL|S3_.*|PG[A-Z]+|FAREBOX_(?!TEST_).*|NODE_OPTIONS|VITEST.*)$/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path, FORCE_COLOR: undefined };
}

function stopOn(signal: NodeJS.Signals, code: number): void {
  process.once(signal, () => {
    killRunning();
    process.exit(code);
  });
}

async function main(options: Options): Promise<void> {
  if (options.help) return print(HELP);
  const env = cleanEnvironment();
  if (options.list) return await list(env);
  if (options.generate) return generate({ root, env, limitMs: GENERATE_LIMIT_MS, folder: root });
  const chosen = suites.filter(({ name }) => options.chosen.includes(name));
  const lineup = await lineUp(chosen, options, { root, env });
  lineup.about.forEach(print);
  const { passed, failed, durations } = await runSuites(lineup.suites, {
    root,
    env,
    required: options.required,
    print,
  });
  print('the slowest:');
  slowest(durations).forEach(print);
  if (options.record) recordDurations(root, durations);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  print(`${passed} passed, ${failed} failed`);
}

async function list(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const parts = await candidates(suites, { root, env });
  for (const { name, about } of suites) {
    const own = parts.filter(({ suite }) => suite === name);
    const seconds = own.reduce((sum, each) => sum + each.seconds, 0);
    print(`${name.padEnd(22)}${minutes(seconds).padStart(9)}  ${about}`);
  }
}

// The reader of the output has ended (`npm test | head`).
process.stdout.on('error', () => {
  killRunning();
  process.exit(1);
});
stopOn('SIGINT', 130);
stopOn('SIGTERM', 143);
try {
  await main(
    readOptions(
      process.argv.slice(2),
      process.env,
      suites.map(({ name }) => name),
    ),
  );
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
