/**
 * `farebox mcp`: serves tools to an agent, with the same key and system as the user's other commands. Standard output
 * carries only the protocol.
 */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { mcpOverStdio } from '@farebox/mcp';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { folderOf } from './run-tool.ts';
import { systemFor, type SystemFlags } from './system.ts';

export interface McpFlags extends SystemFlags {
  readonly maxSpend?: number;
  readonly root?: readonly string[];
  readonly saveTo?: string;
}

export async function mcp({ maxSpend, root = ['.'], saveTo, ...flags }: McpFlags, context: Context): Promise<void> {
  const { url: baseUrl, apiKey } = systemFor(flags, context);
  const roots = root.map((folder) => folderIn(folder, '--root', context));
  // Resolved once: a link that replaces the folder later leads nowhere.
  const saving = saveTo === undefined ? null : realpathSync(folderIn(saveTo, '--save-to', context));
  const { input, stop, output } = context.streams ?? NO_STREAMS;
  await mcpOverStdio({
    baseUrl,
    apiKey,
    maxSpendMicros: maxSpend ?? null,
    roots,
    saveTo: saving,
    input: input(),
    output: output(),
    signal: stop(),
  });
}

function folderIn(folder: string, option: string, context: Context): string {
  const absolute = resolve(folderOf(context), folder);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) return absolute;
  throw new UsageError(`${option} must be a folder; ${folder} is not`);
}
