/** One run of `farebox run`: its settings, and the free and the paid half of each input. */
import type { Execution } from '@farebox/sdk';
import type { Context } from '../program/context.ts';
import { NO_STREAMS } from '../program/streams.ts';
import type { AskFlags } from './ask.ts';
import type { Fields } from './failure.ts';
import { uploaded } from './files.ts';
import type { Output } from './outputs.ts';
import { type Claim, pay, type Prepared, prepare } from './paying.ts';
import { saved } from './saving.ts';
import { progressLine } from './show.ts';
import type { System, SystemFlags } from './system.ts';

export interface RunFlags extends SystemFlags, AskFlags {
  readonly output?: string;
  /** Spending limit in micros. */
  readonly max?: number;
  readonly force?: boolean;
  readonly wait?: boolean;
  readonly json?: boolean;
  readonly new?: boolean;
  readonly concurrency?: number;
}

/** One planned execution: its arguments, with local files as paths. */
export interface Item {
  readonly source: string;
  readonly stem: string;
  readonly args: object;
}

export interface Job {
  readonly tool: string;
  readonly items: readonly Item[];
  readonly flags: RunFlags;
  readonly system: System;
  readonly context: Context;
  readonly signal: AbortSignal;
  readonly claim: Claim;
  readonly folder: string;
  readonly wordsOf: (fields: Fields) => string;
}

export async function prepared(item: Item, job: Job): Promise<Prepared> {
  const { system, tool, claim, signal, context, folder } = job;
  const streams = context.streams ?? NO_STREAMS;
  const args = await uploaded(item.args, { farebox: system.farebox, folder, streams, signal });
  return prepare({ tool, args, claim, quote: () => system.farebox.quote(tool, args, { signal }) });
}

/** Pays, waits and stores the files. The stored request is removed only after its files exist. */
export async function finished(
  ready: Prepared,
  output: Output,
  job: Job,
): Promise<{ readonly execution: Execution; readonly files: readonly string[] }> {
  const { system, context, flags, signal } = job;
  const streams = context.streams ?? NO_STREAMS;
  const onProgress = (execution: Execution): void => streams.draw?.(progressLine(execution));
  const { execution, artifacts } = await pay(system, ready, { signal, onProgress });
  streams.draw?.('');
  const keeping = { force: flags.force === true, streams, signal };
  const files = artifacts.length > 0 ? await saved(execution, { artifacts, output, ...keeping }) : [];
  await system.farebox.forget(ready.name);
  return { execution, files };
}
