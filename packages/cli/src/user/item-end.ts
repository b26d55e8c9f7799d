/** The end of each input of `farebox run` on many inputs, and the sum of all at the end of the command. */
import type { Execution } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import { CommandError, EXIT, type Exit } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';
import type { Budget } from './budget.ts';
import { failureOf } from './failure.ts';
import type { Item, Job } from './job.ts';

export interface ItemEnd {
  readonly source: string;
  readonly execution: Execution | null;
  readonly files: readonly string[];
  readonly error: string | null;
  readonly exit: Exit;
}

/** @param error of the SDK or of this command. */
export function failedEnd(
  { source }: Pick<Item, 'source'>,
  error: unknown,
  { job, execution = null }: { readonly job: Pick<Job, 'wordsOf'>; readonly execution?: Execution | null },
): ItemEnd {
  const failure = failureOf(error, job.wordsOf);
  const exit = failure instanceof CommandError ? failure.exit : 'failed';
  const text = failure instanceof Error ? failure.message : String(failure);
  return { source, execution, files: [], error: text, exit };
}

export interface Ends {
  readonly add: (end: ItemEnd) => void;
  /** Says the sum. Throws CommandError unless all inputs have succeeded. */
  readonly sumUp: (sum: Sum) => void;
}

interface Sum {
  /** Number of inputs, including those that were not started. */
  readonly asked: number;
  readonly budget: Budget;
}

/** Says each end as it comes, unless the command prints JSON at its end. */
export function createEnds({ flags, context }: Pick<Job, 'flags' | 'context'>): Ends {
  const ends: ItemEnd[] = [];
  function sumUp({ asked, budget }: Sum): void {
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
  return {
    add(end) {
      ends.push(end);
      context.streams?.draw?.('');
      if (flags.json !== true) context.say(lineOf(end));
    },
    sumUp,
  };
}

function lineOf({ source, execution, files, error }: ItemEnd): string {
  const cost =
    execution?.chargedMicros === undefined || execution.chargedMicros === null ? '' : usdOf(execution.chargedMicros);
  return plain([`${source}:`, error ?? files.join(', '), cost].filter(Boolean).join(' '));
}
