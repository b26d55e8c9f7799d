/**
 * Runs many inputs under one spending limit. Ended executions count with their charge; running and sent ones with their
 * maximum. An input is sent only if it fits beside them. Inputs whose result exists from an earlier run are skipped.
 */
import { type Execution, FareboxError } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import { CommandError, EXIT, type Exit, UsageError } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';
import { agreed } from './ask.ts';
import { failureOf } from './failure.ts';
import { finished, type Item, type Job, prepared } from './job.ts';
import { isThere, type Output, outputFor } from './outputs.ts';
import { type Prepared, requireWithin } from './paying.ts';

interface Ready extends Prepared {
  readonly item: Item;
  readonly output: Output;
}

export interface ItemEnd {
  readonly source: string;
  readonly execution: Execution | null;
  readonly files: readonly string[];
  readonly error: string | null;
  readonly exit: Exit;
}

const CONCURRENCY = 4;

/** Throws CommandError unless all succeeded. */
export async function runFolder(job: Job): Promise<void> {
  const { context, flags } = job;
  if (flags.wait === false) throw new UsageError('--no-wait works with one input only');
  const ready = await readied(job);
  const total = ready.reduce((sum, { maximumMicros }) => sum + maximumMicros, 0);
  const budget = new Budget(flags.max ?? total);
  const unsent = ready.filter(({ quote }) => quote !== null).reduce((sum, each) => sum + each.maximumMicros, 0);
  if (unsent > 0) await agreed(Math.min(unsent, budget.ceilingMicros), flags, context);
  const ends: ItemEnd[] = [];
  const left = [...ready];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = job.signal.aborted ? undefined : left.shift()) {
      const end = await runItem(next, budget, job);
      ends.push(end);
      if (flags.json !== true) context.say(lineOf(end));
    }
  };
  await Promise.all(Array.from({ length: flags.concurrency ?? CONCURRENCY }, worker));
  sumUp(ends, { asked: ready.length, budget }, job);
}

/** Uploads and quotes one input after the other, which is free. */
async function readied(job: Job): Promise<readonly Ready[]> {
  const { flags, context } = job;
  const ready: Ready[] = [];
  for (const item of job.items) {
    const output = await outputFor({ written: flags.output, folder: job.folder, stem: item.stem, isOneOfMany: true });
    if (flags.force !== true && (await isThere(output)))
      context.tell(`${plain(item.source)}: skipped, its result already exists`);
    else ready.push({ ...(await prepared(item, job)), item, output });
  }
  // Requests that were already sent count before new ones.
  return ready.toSorted((one, other) => Number(other.isResumed) - Number(one.isResumed));
}

async function runItem(ready: Ready, budget: Budget, job: Job): Promise<ItemEnd> {
  const { source } = ready.item;
  try {
    await budget.reserve(ready);
  } catch (error) {
    return ended(source, error);
  }
  let chargedMicros = ready.maximumMicros;
  try {
    const { execution, files } = await finished(ready, ready.output, job);
    chargedMicros = execution.chargedMicros ?? chargedMicros;
    return { source, execution, files, error: null, exit: 'done' };
  } catch (error) {
    const execution = error instanceof FareboxError ? error.execution : null;
    // Without a known end, the execution counts with its maximum.
    chargedMicros = execution?.chargedMicros ?? chargedMicros;
    return { ...ended(source, failureOf(error, job.wordsOf)), execution };
  } finally {
    budget.settle(ready.maximumMicros, chargedMicros);
  }
}

function ended(source: string, error: unknown): ItemEnd {
  const exit = error instanceof CommandError ? error.exit : 'failed';
  return { source, execution: null, files: [], error: error instanceof Error ? error.message : String(error), exit };
}

function lineOf({ source, execution, files, error }: ItemEnd): string {
  const cost =
    execution?.chargedMicros === undefined || execution.chargedMicros === null ? '' : usdOf(execution.chargedMicros);
  return plain([`${source}:`, error ?? files.join(', '), cost].filter(Boolean).join(' '));
}

interface Sum {
  /** Number of inputs, including those that were not started. */
  readonly asked: number;
  readonly budget: Budget;
}

function sumUp(ends: readonly ItemEnd[], { asked, budget }: Sum, { flags, context }: Job): void {
  const items = ends.map(({ exit: _, ...end }) => end).toSorted((one, other) => (one.source < other.source ? -1 : 1));
  const failed = ends.filter(({ error }) => error !== null);
  const charged = ends.reduce((sum, { execution }) => sum + (execution?.chargedMicros ?? 0), 0);
  if (flags.json === true) context.say(JSON.stringify({ items, chargedMicros: charged }, null, 2));
  else
    context.say(
      `${ends.length - failed.length} of ${asked} done, charged ${usdOf(charged)} (at most ${usdOf(budget.ceilingMicros)})`,
    );
  const exits = failed.map(({ exit }) => exit).toSorted((one, other) => EXIT[other] - EXIT[one]);
  const [worst] = exits;
  if (worst !== undefined) throw new CommandError(worst, `${failed.length} of ${asked} did not succeed`);
  if (ends.length < asked)
    throw new CommandError(
      'unfinished',
      `stopped before ${asked - ends.length} of ${asked}; the same command continues`,
    );
}

/** Tracks the micros that are held and charged, against the limit. */
class Budget {
  readonly ceilingMicros: number;
  #spentMicros = 0;
  #heldMicros = 0;
  #waiting: (() => void)[] = [];

  constructor(ceilingMicros: number) {
    this.ceilingMicros = ceilingMicros;
  }

  /**
   * Waits while running executions may still cost less than their maximum. Throws CommandError if the input no longer
   * fits. An accepted execution always counts.
   */
  async reserve({ maximumMicros: micros, isAccepted }: Pick<Prepared, 'maximumMicros' | 'isAccepted'>): Promise<void> {
    while (!isAccepted && this.#spentMicros + this.#heldMicros + micros > this.ceilingMicros) {
      if (this.#heldMicros === 0) requireWithin(micros, this.ceilingMicros - this.#spentMicros, usdOf);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#heldMicros += micros;
  }

  settle(heldMicros: number, chargedMicros: number): void {
    this.#heldMicros -= heldMicros;
    this.#spentMicros += chargedMicros;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
