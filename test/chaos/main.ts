/** `npm run chaos`: one run, its verdict, and the command that repeats it. Exit code 1: a promise was broken; 2: it could not run. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELP, type Options, type Part, readOptions } from './options.ts';
import { runDefects } from './parts/defects.ts';
import { runLedger } from './parts/ledger.ts';
import { runMatrix } from './parts/matrix.ts';
import { runMix } from './parts/mix.ts';
import type { PartRun } from './parts/part.ts';
import { runRolling } from './parts/rolling.ts';
import { runScenes } from './parts/scenes.ts';
import { check } from './parts/verdict.ts';
import { TIMINGS } from './system/environment.ts';
import { CLOCKS } from './scenes/clocks.ts';
import { deploysOf } from './scenes/deploys.ts';
import { FAILOVERS } from './scenes/failovers.ts';
import { OUTAGES } from './scenes/outages.ts';
import { ERROR_RESPONSES } from './scenes/error-responses.ts';
import { STARVATION } from './scenes/starvation.ts';

const RUNS: Readonly<Record<Part, PartRun>> = {
  mix: runMix,
  matrix: runMatrix,
  rolling: runRolling,
  defects: runDefects,
  ledger: runLedger,
  outage: runScenes(OUTAGES),
  refusal: runScenes(ERROR_RESPONSES),
  failover: runScenes(FAILOVERS),
  clock: runScenes(CLOCKS),
  calls: (options) => runScenes(deploysOf(options.seconds))(options),
  starved: runScenes(STARVATION),
};

/** Lines of each broken promise that are said again at the end, because a long output is cut. */
const SAID_AGAIN = 4;

const printed: string[] = [];
function print(line: string): void {
  console.log(line);
  printed.push(line);
}

/** Each broken promise with its first findings. */
const broken = (): string[] =>
  printed.flatMap((line, n) =>
    line.startsWith('✗') ? [line, ...printed.slice(n + 1, n + SAID_AGAIN).filter((next) => next.startsWith(' '))] : [],
  );

async function main(options: Options): Promise<number> {
  if (options.help) {
    print(HELP);
    return 0;
  }
  if (options.checkOnly !== null) return (await check(options.checkOnly, { again: true, print })).broken ? 1 : 0;
  const { part } = options;
  const directory = mkdtempSync(join(tmpdir(), 'farebox-chaos-'));
  chmodSync(directory, 0o711); // the user that runs PostgreSQL must be able to enter
  const replay = replayOf(options);
  print(replay);
  let good = false;
  try {
    good = await RUNS[part]({ ...options, directory, print });
  } finally {
    const kept = !good || options.keep;
    if (kept) print(`everything of this run is in ${directory}`);
    else rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    if (!good) for (const line of [...broken(), `to repeat it: ${replay}`]) print(line);
  }
  return good ? 0 : 1;
}

/** The command that repeats this run. */
function replayOf({ part, seed, executions, rate, commands, only, seconds, lease }: Options): string {
  const amount: Partial<Record<Part, string>> = { ledger: ` --commands ${commands}`, rolling: ` --rate ${rate}` };
  const amounts = part === 'mix' ? ` --executions ${executions} --rate ${rate}` : (amount[part] ?? '');
  const narrow = `${only === null ? '' : ` --only ${only}`}${seconds === null ? '' : ` --seconds ${seconds}`}`;
  const usual = lease === TIMINGS.leaseSeconds ? '' : ` --lease ${lease}`;
  return `npm run chaos -- --part ${part} --seed ${seed}${amounts}${narrow}${usual}`;
}

/** Reports a wrong argument in a sentence; an error of a run keeps its stack. */
function readCommandLine(): Options | null {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`chaos: ${(error as Error).message}`);
    return null;
  }
}

try {
  const options = readCommandLine();
  process.exitCode = options === null ? 2 : await main(options);
} catch (error) {
  console.log(error instanceof Error ? error.stack : error);
  process.exitCode = 2;
}
// Open handles of a broken run must not keep the process alive.
process.exit();
