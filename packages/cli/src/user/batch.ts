/** Lists, reads and cancels existing batches, and writes their results. */
import type { Batch, BatchResult } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { table } from '../program/table.ts';
import type { AskFlags } from './ask.ts';
import { requireFree, withFiles } from './batch-files.ts';
import { targetOf, writeResults } from './batch-lines.ts';
import { batchText } from './batch-show.ts';
import { failureOf } from './failure.ts';
import { systemFor, type SystemFlags } from './system.ts';

export interface BatchFlags extends SystemFlags, AskFlags {
  readonly json?: boolean;
  readonly output?: string;
  /** Folder for the files of the results. */
  readonly download?: string;
  readonly force?: boolean;
  /** Spending limit in micros. */
  readonly max?: number;
  readonly new?: boolean;
  readonly wait?: boolean;
  readonly limit?: string;
}

const LIMIT = 20;

export async function listBatches(flags: BatchFlags, context: Context): Promise<void> {
  const limit = Number(flags.limit ?? LIMIT);
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new UsageError(`--limit must be a number from 1; it is "${flags.limit}"`);
  const { farebox } = systemFor(flags, context);
  const batches = await within(async () => {
    const found = [];
    for await (const each of farebox.batches.list({ pageSize: Math.min(limit, 100) })) {
      found.push(each);
      if (found.length === limit) break;
    }
    return found;
  });
  const rows = batches.map(({ id, createdAt, tool, executionCount, maximumChargeMicros }) => [
    id,
    createdAt,
    tool,
    String(executionCount),
    usdOf(maximumChargeMicros),
  ]);
  const shown = table(['batch', 'created', 'tool', 'executions', 'at most'], rows);
  context.say(flags.json === true ? JSON.stringify({ batches }, null, 2) : shown);
}

export async function getBatch(id: string, flags: BatchFlags, context: Context): Promise<void> {
  const { batches } = systemFor(flags, context).farebox;
  const { draw, stop } = context.streams ?? NO_STREAMS;
  const onProgress = (batch: Batch): void => draw?.(batchText(batch));
  const asked = () => (flags.wait === true ? batches.wait(id, { signal: stop(), onProgress }) : batches.get(id));
  say(await within(asked).finally(() => draw?.('')), flags, context);
}

export async function cancelBatch(id: string, flags: BatchFlags, context: Context): Promise<void> {
  say(await within(() => systemFor(flags, context).farebox.batches.cancel(id)), flags, context);
}

export async function batchResults(id: string, flags: BatchFlags, context: Context): Promise<void> {
  const target = targetOf(flags, context);
  const { batches } = systemFor(flags, context).farebox;
  const signal = (context.streams ?? NO_STREAMS).stop();
  if (flags.download === undefined) return within(() => writeResults(batches.results(id, { signal }), target, context));
  await within(async () => {
    const { tool, executionCount: count } = await batches.get(id, { signal });
    await requireFree(flags, { tool, context, count });
    const results: BatchResult[] = [];
    for await (const result of batches.results(id, { signal })) results.push(result);
    const lines = await withFiles(results, flags, { tool, context, signal });
    context.streams?.draw?.('');
    await writeResults(lines, target, context);
  });
}

async function within<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
}

const say = (batch: Batch, { json = false }: BatchFlags, context: Context): void =>
  context.say(json ? JSON.stringify(batch, null, 2) : batchText(batch));
