/** Parses `run` and `quote`: reads the catalog, then lets the schema of the tool parse the rest. */
import type { Command } from 'commander';
import { pageOf } from '../operator/show.ts';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { remember } from './completions.ts';
import { failureOf } from './failure.ts';
import { type Uploading, uploaded } from './files.ts';
import type { RunFlags } from './job.ts';
import { folderOf, runTool } from './run-tool.ts';
import { systemFor, type System, type SystemFlags } from './system.ts';
import { toolNamed, type Typed, typedFor, type Verb } from './tool-command.ts';
import { optionWords, requireValid } from './tool-options.ts';

interface Asked {
  readonly verb: Verb;
  readonly tool: string;
  readonly words: readonly string[];
  /** Options before the name of the tool. */
  readonly early: object;
}

export async function runCommand(
  asked: Asked,
  { program, context }: { readonly program: Command; readonly context: Context },
): Promise<void> {
  const { verb, words } = asked;
  const where = whereOf(asked);
  const system = systemFor(where, context);
  const catalog = await system.farebox.catalog().catch((error: unknown) => {
    throw failureOf(error);
  });
  remember(catalog, context.env);
  const tool = toolNamed(catalog, asked.tool);
  const typed = await typedFor(program, { verb, tool, words }, context);
  if (typed === null) return;
  const wordsOf = optionWords(tool.name, typed.options);
  for (const { args } of typed.items) requireValid({ ...args }, tool.inputSchema, wordsOf);
  const flags = { ...asked.early, ...typed.flags };
  if (verb === 'quote') await quote(typed, { flags, system, context });
  else await runTool({ tool: tool.name, items: typed.items, flags, system, context, wordsOf });
}

/** The system must be known before the tool's schema, and its options may be anywhere on the line. */
function whereOf({ words, early }: Asked): SystemFlags {
  const valueOf = (long: string): string | undefined => {
    const at = words.findIndex((word) => word === long || word.startsWith(`${long}=`));
    const word = words[at];
    if (word === undefined) return undefined;
    return word === long ? words[at + 1] : word.slice(long.length + 1);
  };
  const [profile, dataDir] = [valueOf('--profile'), valueOf('--data-dir')];
  return {
    ...(early as SystemFlags),
    ...(profile === undefined ? {} : { profile }),
    ...(dataDir === undefined ? {} : { dataDir }),
  };
}

interface Quoting {
  readonly flags: RunFlags;
  readonly system: System;
  readonly context: Context;
}

async function quote({ tool, items, options }: Typed, { flags, system, context }: Quoting): Promise<void> {
  const [item, ...more] = items;
  if (item === undefined || more.length > 0) throw new UsageError('quote works with one input only');
  const streams = context.streams ?? NO_STREAMS;
  const signal = streams.stop();
  const uploading: Uploading = { farebox: system.farebox, folder: folderOf(context), streams, signal };
  try {
    const quoted = await system.farebox.quote(tool.name, await uploaded(item.args, uploading), { signal });
    context.say(flags.json === true ? JSON.stringify(quoted, null, 2) : pageOf(quoted));
  } catch (error) {
    throw failureOf(error, optionWords(tool.name, options));
  }
}
