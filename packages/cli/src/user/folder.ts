/**
 * Runs many inputs of one tool under one spending limit, in batches. Ended executions count with their charge; running and
 * sent ones with their maximum. An input is sent only if it fits beside them. Inputs whose result exists from an earlier run
 * are skipped, and an input that is refused does not stop the others.
 */
import { FareboxError } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { plain } from '../program/table.ts';
import { agreed } from './ask.ts';
import { atMost } from './at-most.ts';
import { Budget } from './budget.ts';
import { uploaded } from './files.ts';
import { createEnds, type Ends, failedEnd } from './item-end.ts';
import { finished, type Item, type Job } from './job.ts';
import { firstLot, quoted, type Quoted } from './lot-quotes.ts';
import { newLot, runLot } from './lot-run.ts';
import { claimedLots, type Uploaded } from './lots.ts';
import { existingAt, type Output, outputFor } from './outputs.ts';
import { aboveCeiling, type Prepared, prepare } from './paying.ts';
import { NotSaved } from './saving.ts';
import { requireFolder } from './writable.ts';

/** Inputs that are uploaded or downloaded at once, unless --concurrency says otherwise. */
const CONCURRENCY = 4;
const countOf = ({ flags }: Job): number => flags.concurrency ?? CONCURRENCY;

/** Throws CommandError unless all succeeded. */
export async function runFolder(job: Job): Promise<void> {
  if (job.flags.wait === false) throw new UsageError('--no-wait works with one input only');
  const ends = createEnds(job);
  const wanted = await withoutResult(job);
  await runUploaded(await uploadedOf(wanted, { job, ends }), { asked: wanted.length, ends, job });
}

interface Wanted {
  readonly item: Item;
  readonly output: Output;
}

async function withoutResult({ items, flags, folder, context }: Job): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  const force = flags.force === true;
  for (const item of items) {
    const output = await outputFor({ written: flags.output, folder, stem: item.stem, isOneOfMany: true });
    if (!force && (await existingAt(output)) !== null)
      context.tell(`${plain(item.source)}: skipped, its result already exists`);
    else wanted.push({ item, output });
  }
  // All go to one folder.
  const [first] = wanted;
  if (first !== undefined) await requireFolder(first.output, flags, context);
  return wanted;
}

/** Refusals that concern the file or the arguments of one input. Any other error concerns all inputs. */
const OF_ONE_INPUT = new Set<string>([
  'file_content_mismatch',
  'file_not_usable',
  'file_too_large',
  'invalid_arguments',
  'invalid_request',
  'request_too_large',
]);
const isOfOneInput = (error: unknown): boolean =>
  error instanceof UsageError || (error instanceof FareboxError && OF_ONE_INPUT.has(error.code));

/** Free. Says the end of an input that is refused, and returns the others. */
async function uploadedOf(
  wanted: readonly Wanted[],
  { job, ends }: { readonly job: Job; readonly ends: Ends },
): Promise<readonly Uploaded[]> {
  const { context, system, folder, signal } = job;
  const streams = context.streams ?? NO_STREAMS;
  const known = new Map<string, Promise<string>>();
  const how = { farebox: system.farebox, folder, streams: { ...streams, draw: null }, signal, known };
  let done = 0;
  const found = await atMost({ count: countOf(job), signal }, wanted, async ({ item, output }) => {
    try {
      const args = await uploaded(item.args, how);
      streams.draw?.(`${++done} of ${wanted.length} uploaded`);
      return [{ item, output, args }];
    } catch (error) {
      if (!isOfOneInput(error)) throw error;
      ends.add(failedEnd(item, error, { job }));
      return [];
    }
  });
  signal.throwIfAborted();
  return found.flat();
}

interface Running {
  /** Number of inputs of the command that have no result. */
  readonly asked: number;
  readonly ends: Ends;
  readonly job: Job;
}

/** Quotes, asks, and runs. Requests that were already sent count before new ones. Throws CommandError unless all succeeded. */
export async function runUploaded(inputs: readonly Uploaded[], { asked, ends, job }: Running): Promise<void> {
  const { flags, context, signal } = job;
  const { lots, others } = await claimedLots(inputs, job);
  const { singles, fresh } = await claimedSingles(others, job);
  if (lots.length + singles.length > 0)
    context.tell('Continuing an earlier run of this command; nothing is paid twice.');
  const { ready, refused } = await quoted(fresh, job);
  for (const end of refused) ends.add(end);
  const budget = new Budget(flags.max ?? sumOf([...lots, ...singles, ...ready]));
  const unsent = sumOf([...ready, ...singles.filter(({ quote }) => quote !== null)]);
  if (unsent > 0) await agreed(Math.min(unsent, budget.ceilingMicros), flags, context);
  const how = { job, budget, ends, count: countOf(job) };
  await atMost({ count: how.count, signal }, singles, (single) => runSingle(single, how));
  for (const lot of lots) if (!signal.aborted) await runLot(lot, how);
  await runFresh(ready, how);
  ends.sumUp({ asked, budget });
}

const sumOf = (all: readonly { readonly maximumMicros: number }[]): number =>
  all.reduce((sum, { maximumMicros }) => sum + maximumMicros, 0);

interface Single extends Prepared, Wanted {}

/** An earlier run of another command may have sent an input alone: that execution is continued. */
async function claimedSingles(
  others: readonly Uploaded[],
  { system, tool, claim, signal }: Job,
): Promise<{ readonly singles: readonly Single[]; readonly fresh: readonly Uploaded[] }> {
  const [singles, fresh]: [Single[], Uploaded[]] = [[], []];
  for (const other of others) {
    const { args } = other;
    const earlier = claim(tool, args);
    const quote = () => system.farebox.quote(tool, args, { signal });
    if (earlier === undefined) fresh.push(other);
    else singles.push({ ...other, ...(await prepare({ tool, args, claim: () => earlier, quote })) });
  }
  return { singles, fresh };
}

interface How {
  readonly job: Job;
  readonly budget: Budget;
  readonly ends: Ends;
  readonly count: number;
}

async function runSingle(single: Single, { job, budget, ends }: How): Promise<void> {
  const { source } = single.item;
  try {
    await budget.reserve(single);
  } catch (error) {
    return ends.add(failedEnd(single.item, error, { job }));
  }
  let chargedMicros = single.maximumMicros;
  try {
    const { execution, files } = await finished(single, single.output, job);
    chargedMicros = execution.chargedMicros ?? chargedMicros;
    ends.add({ source, execution, files, error: null, exit: 'done' });
  } catch (error) {
    const execution = error instanceof FareboxError || error instanceof NotSaved ? error.execution : null;
    // Without a known end, the execution counts with its maximum.
    chargedMicros = execution?.chargedMicros ?? chargedMicros;
    ends.add(failedEnd(single.item, error, { job, execution }));
  } finally {
    budget.settle(single.maximumMicros, chargedMicros);
  }
}

/** Batch after batch, so that the rest of an earlier one is available again. --concurrency limits the inputs of each. */
async function runFresh(ready: readonly Quoted[], how: How): Promise<void> {
  const { job, budget, ends } = how;
  const groups = [ready];
  for (let group = groups.shift(); group !== undefined && !job.signal.aborted; group = groups.shift()) {
    const [first] = group;
    if (first === undefined) continue;
    const { leftMicros } = budget;
    const inputs = firstLot(group, { itemsMax: job.flags.concurrency, maximumMicros: leftMicros });
    groups.unshift(group.slice(Math.max(1, inputs.length)));
    if (inputs.length > 0) groups.unshift(...(await runLot(newLot(inputs), how)));
    else ends.add(failedEnd(first.item, aboveCeiling(first.maximumMicros, leftMicros, usdOf), { job }));
  }
}
