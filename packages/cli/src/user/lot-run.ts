/** Pays for one batch of inputs, waits, and stores the files of each. The stored request is removed only after its files exist. */
import { type Batch, type BatchOutcome, type BatchResult, type Execution, FareboxError } from '@farebox/sdk';
import { atMost } from './at-most.ts';
import { batchText } from './batch-show.ts';
import type { Budget } from './budget.ts';
import { type Ends, failedEnd, type ItemEnd } from './item-end.ts';
import type { Job } from './job.ts';
import { errorOfItem, firstLot, type Quoted, refusedAt } from './lot-quotes.ts';
import { newLotName } from './lot-names.ts';
import type { Lot, Uploaded } from './lots.ts';
import { saved } from './saving.ts';
import { NO_STREAMS } from '../program/streams.ts';

interface How {
  readonly job: Job;
  readonly budget: Budget;
  readonly ends: Ends;
  /** Downloads at once. */
  readonly count: number;
}

interface NewLot extends Lot {
  readonly inputs: readonly Quoted[];
}

export const newLot = (inputs: readonly Quoted[]): NewLot => ({
  name: newLotName(),
  list: inputs.map(({ args }) => args),
  inputs,
  maximumMicros: inputs.reduce((sum, { maximumMicros }) => sum + maximumMicros, 0),
  isAccepted: false,
});

/** Returns groups of inputs to send in other batches, because this one was refused for some of them. */
export async function runLot(lot: Lot | NewLot, how: How): Promise<readonly (readonly Quoted[])[]> {
  const { budget } = how;
  try {
    await budget.reserve(lot);
  } catch (error) {
    failAll(lot, error, how);
    return [];
  }
  // Without a known end, the batch counts with its maximum.
  let chargedMicros = lot.maximumMicros;
  let groups: readonly (readonly Quoted[])[] = [];
  const outcome = await paid(lot, how.job).catch(async (error: unknown) => {
    const parts = await partsOf(lot, error, how);
    if (parts === null) failAll(lot, error, how);
    else [chargedMicros, groups] = [0, parts];
    return null;
  });
  if (outcome !== null) {
    chargedMicros = outcome.results.reduce((sum, { execution }) => sum + costOf(execution), 0);
    await kept(lot, outcome, how);
  }
  budget.settle(lot.maximumMicros, chargedMicros);
  return groups;
}

const costOf = ({ chargedMicros, maximumChargeMicros }: Execution): number => chargedMicros ?? maximumChargeMicros;

function failAll({ inputs }: Lot, error: unknown, { job, ends }: How): void {
  for (const input of inputs) if (input !== null) ends.add(failedEnd(input.item, error, { job }));
}

function paid(
  { name, list, maximumMicros: ceiling }: Lot,
  { system, tool, context, signal }: Job,
): Promise<BatchOutcome> {
  const onProgress = (batch: Batch): void => context.streams?.draw?.(batchText(batch));
  return system.farebox.runBatch(tool, list, { ceiling, request: name, signal, onProgress });
}

/** Null if the error concerns all inputs, or if the batch may have been accepted: it must not be sent under another name. */
async function partsOf(
  { name, inputs }: Lot | NewLot,
  error: unknown,
  { job, ends }: How,
): Promise<readonly (readonly Quoted[])[] | null> {
  if (!(error instanceof FareboxError) || !areQuoted(inputs)) return null;
  if ((await job.system.store.list()).some((request) => request.name === name)) return null;
  const at = refusedAt(error, inputs.length);
  const refused = inputs[at ?? -1];
  if (refused !== undefined) {
    ends.add(failedEnd(refused.item, errorOfItem(error), { job }));
    return [inputs.toSpliced(at as number, 1)];
  }
  const { availableMicros } = error.details;
  if (typeof availableMicros !== 'number') return null;
  const affordable = firstLot(inputs, { maximumMicros: availableMicros });
  const isPart = affordable.length > 0 && affordable.length < inputs.length;
  return isPart ? [affordable, inputs.slice(affordable.length)] : null;
}

const areQuoted = (inputs: Lot['inputs']): inputs is readonly Quoted[] =>
  inputs.every((input) => input !== null && 'maximumMicros' in input);

async function kept({ name, inputs }: Lot, { batch, results }: BatchOutcome, how: How): Promise<void> {
  const { job, ends, count } = how;
  const own = results.flatMap((result) => {
    const input = inputs[result.index] ?? null;
    return input === null ? [] : [{ input, result }];
  });
  let isWhole = true;
  const done = await atMost({ count, signal: job.signal }, own, async ({ input, result }) => {
    const { end, isKept } = await endOf(input, result, job);
    isWhole &&= isKept;
    ends.add(end);
  });
  if (batch.finishedAt !== null && isWhole && done.length === own.length) await job.system.farebox.forget(name);
}

interface Kept {
  readonly end: ItemEnd;
  /** False if a repetition of the command must download the files. */
  readonly isKept: boolean;
}

async function endOf({ item, output }: Uploaded, { execution, artifacts }: BatchResult, job: Job): Promise<Kept> {
  const code = codeOf(execution);
  if (code !== null) {
    const error = new FareboxError(code, { execution });
    return { end: failedEnd(item, error, { job, execution }), isKept: true };
  }
  const streams = { ...(job.context.streams ?? NO_STREAMS), draw: null };
  try {
    const keeping = { force: job.flags.force === true, streams, signal: job.signal };
    const files = await saved(execution, { artifacts, output, ...keeping });
    return { end: { source: item.source, execution, files, error: null, exit: 'done' }, isKept: true };
  } catch (error) {
    return { end: failedEnd(item, error, { job, execution }), isKept: false };
  }
}

function codeOf({ status }: Execution): 'execution_failed' | 'execution_cancelled' | 'execution_under_review' | null {
  if (status === 'succeeded') return null;
  if (status === 'failed' || status === 'cancelled') return `execution_${status}`;
  return 'execution_under_review';
}
