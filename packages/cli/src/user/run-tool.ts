/**
 * `farebox run`: uploads, quotes, asks, executes, waits, downloads and prints the cost. It takes one input, or many
 * under one spending limit.
 */
import { relative } from 'node:path';
import type { Execution } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { agreed } from './ask.ts';
import { failureOf } from './failure.ts';
import { runFolder, runUploaded } from './folder.ts';
import { createEnds } from './item-end.ts';
import { finished, type Item, type Job, prepared } from './job.ts';
import { claimedLots } from './lots.ts';
import { existingAt, type Output, outputFor } from './outputs.ts';
import { claims, type Prepared, requireWithin } from './paying.ts';
import { receipt } from './show.ts';
import { requireFolder } from './writable.ts';

export type NewJob = Omit<Job, 'signal' | 'claim' | 'folder'>;

export const folderOf = ({ env }: Context): string => env['INIT_CWD'] ?? '.';

/** Throws CommandError. */
export async function runTool(asked: NewJob): Promise<void> {
  const { context, system, flags } = asked;
  const signal = (context.streams ?? NO_STREAMS).stop();
  const job = { ...asked, signal, folder: folderOf(context), claim: await claims(system, flags.new === true) };
  try {
    const [only, ...more] = job.items;
    if (only === undefined) throw new UsageError('there are no inputs to run');
    await (more.length === 0 ? runOne(only, job) : runFolder(job));
  } catch (error) {
    throw failureOf(error, asked.wordsOf);
  } finally {
    context.streams?.draw?.('');
  }
}

async function runOne(item: Item, job: Job): Promise<void> {
  const { flags, context } = job;
  const output = await outputFor({ written: flags.output, folder: job.folder, stem: item.stem, isOneOfMany: false });
  const existing = flags.force === true || flags.wait === false ? null : await existingAt(output);
  if (existing !== null) throw new UsageError(`${existing} already exists: --force overwrites it; nothing was sent`);
  if (flags.wait !== false) await requireFolder(output, flags, context);
  const ready = await prepared(item, job);
  const uploaded = [{ item, output, args: ready.args }];
  // An interrupted run may have sent this input together with others that are gone by now.
  if (!ready.isResumed && (await claimedLots(uploaded, job)).lots.length > 0)
    return runUploaded(uploaded, { asked: 1, ends: createEnds(job), job });
  if (!ready.isAccepted) requireWithin(ready.maximumMicros, flags.max ?? Infinity, usdOf);
  if (ready.isResumed) context.tell('Continuing an earlier run of this command; nothing is paid twice.');
  if (ready.quote !== null) await agreed(ready.maximumMicros, flags, context);
  if (flags.wait === false) return accept(ready, job);
  const { execution, files } = await finished(ready, output, job);
  say(execution, files, { job, output, isResumed: ready.isResumed });
}

/** With --no-wait, the id is enough, so the stored request is removed. */
async function accept({ tool, args, name, maximumMicros: ceiling }: Prepared, job: Job): Promise<void> {
  const { farebox } = job.system;
  const execution = await farebox.execute(tool, args, { ceiling, request: name, signal: job.signal });
  job.context.say(job.flags.json === true ? JSON.stringify({ execution, files: [] }, null, 2) : execution.id);
  job.context.tell(`Accepted. Next: farebox get ${execution.id} --wait, then farebox download ${execution.id}`);
  await farebox.forget(name);
}

interface Said {
  readonly job: Job;
  readonly output: Output;
  readonly isResumed: boolean;
}

function say(execution: Execution, files: readonly string[], { job, output, isResumed }: Said): void {
  const { context, flags } = job;
  const hasColour = context.streams?.hasColour === true && output.kind !== 'stream';
  const text =
    flags.json === true
      ? JSON.stringify({ execution, files, isResumed }, null, 2)
      : receipt(
          execution,
          files.map((path) => shortened(path, job.folder)),
          hasColour,
        );
  // If a file goes to standard output, nothing else may be written there.
  const isTaken = output.kind === 'stream' && execution.output.artifacts.length > 0;
  (isTaken ? context.tell : context.say)(text);
}

/** The path relative to the folder in which the command was typed. */
function shortened(path: string, folder: string): string {
  const near = relative(folder, path);
  return near.startsWith('..') ? path : near;
}
