/**
 * `farebox batch run`: uploads, quotes, asks, executes, waits, and writes each result. If interrupted, the same command
 * continues.
 */
import { resolve } from 'node:path';
import type { Batch, BatchOutcome } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { agreed } from './ask.ts';
import { requireFree, withFiles } from './batch-files.ts';
import { type Input, inputsFrom, shown, type Target, targetOf, writeResults } from './batch-lines.ts';
import { batchText } from './batch-show.ts';
import type { BatchFlags } from './batch.ts';
import { failureOf } from './failure.ts';
import { uploaded } from './files.ts';
import { claims, prepare, type Prepared, requireWithin } from './paying.ts';
import { folderOf } from './run-tool.ts';
import { type System, systemFor } from './system.ts';
import { toolNamed } from './tool-command.ts';
import { optionWords, requireValid } from './tool-options.ts';
import { requireWritable } from './writable.ts';

interface Asked {
  readonly tool: string;
  /** Path of the JSON lines, as typed. */
  readonly file: string;
}

interface Job {
  readonly tool: string;
  readonly inputs: readonly Input[];
  readonly flags: BatchFlags;
  readonly system: System;
  readonly context: Context;
  readonly signal: AbortSignal;
}

/** Throws CommandError. */
export async function runBatch({ tool: name, file }: Asked, flags: BatchFlags, context: Context): Promise<void> {
  const inputs = await inputsFrom(file, context);
  if (inputs.length === 0) throw new UsageError('there are no inputs to run');
  const target = targetOf(flags, context);
  await requireRoom(target, flags, context);
  const { stop, draw } = context.streams ?? NO_STREAMS;
  const signal = stop();
  try {
    const system = systemFor(flags, context);
    const tool = toolNamed(await system.farebox.catalog(), name);
    const words = optionWords(tool.name, []);
    for (const { line, args } of inputs)
      requireValid(args, tool.inputSchema, (fields) => `line ${line}: ${words(fields)}`);
    const job = { tool: tool.name, inputs, flags, system, context, signal };
    const ready = await prepared(job);
    await hand(await paid(ready, job), { ready, target, job });
  } catch (error) {
    throw failureOf(error);
  } finally {
    draw?.('');
  }
}

/** Throws UsageError if the results or their files cannot be created where they go. */
async function requireRoom({ path, force }: Target, { download }: BatchFlags, context: Context): Promise<void> {
  if (path !== null) await requireWritable({ kind: 'file', path }, { option: '-o', force });
  if (download === undefined) return;
  const folder = resolve(folderOf(context), download);
  await requireWritable({ kind: 'folder', folder, stem: '' }, { option: '--download', force });
}

/** Uploads, quotes and asks for confirmation; nothing is paid yet. */
async function prepared({ tool, inputs, flags, system, context, signal }: Job): Promise<Prepared> {
  const streams = context.streams ?? NO_STREAMS;
  const local = inputs.map(({ args }) => args);
  const args = await uploaded(local, { farebox: system.farebox, folder: folderOf(context), streams, signal });
  const claim = await claims(system, flags.new === true, 'batch');
  const quote = () => system.farebox.batches.quote(tool, args as readonly object[], { signal });
  const ready = await prepare({ tool, args, claim, quote });
  if (!ready.isAccepted) requireWithin(ready.maximumMicros, flags.max ?? Infinity, usdOf);
  if (!ready.isResumed) await requireFree(flags, { tool, context, count: inputs.length });
  if (ready.isResumed) context.tell('Continuing an earlier run of this command; nothing is paid twice.');
  if (ready.quote !== null) await agreed(ready.maximumMicros, flags, context);
  return ready;
}

function paid(
  { tool, args, name, maximumMicros: ceiling }: Prepared,
  { system, context, signal }: Job,
): Promise<BatchOutcome> {
  const { draw } = context.streams ?? NO_STREAMS;
  const onProgress = (batch: Batch): void => draw?.(batchText(batch));
  return system.farebox.runBatch(tool, args as readonly object[], { ceiling, request: name, signal, onProgress });
}

interface Handing {
  readonly ready: Prepared;
  readonly target: Target;
  readonly job: Job;
}

/** The stored request is removed only after the results are written. */
async function hand({ batch, results: found }: BatchOutcome, { ready, target, job }: Handing): Promise<void> {
  const { context, flags, system } = job;
  context.streams?.draw?.('');
  if (batch.finishedAt === null)
    throw new CommandError('unfinished', `${batchText(batch)}; the same command continues, and pays nothing twice`);
  const results = await withFiles(found, flags, job);
  context.streams?.draw?.('');
  const isOneDocument = flags.json === true && target.path === null;
  if (!isOneDocument) await writeResults(results, target, context);
  if (flags.json === true) {
    const facts = { batch, isResumed: ready.isResumed, file: target.path };
    context.say(JSON.stringify(isOneDocument ? { ...facts, results: results.map(shown) } : facts, null, 2));
  }
  await system.farebox.forget(ready.name);
  if (batch.counts.succeeded < batch.executionCount) throw new CommandError('unsuccessful', batchText(batch));
  context.tell(batchText(batch));
}
