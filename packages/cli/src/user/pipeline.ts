/** `farebox pipeline`: runs steps from a file or standard input as one execution. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { failureOf } from './failure.ts';
import { STANDARD } from './files.ts';
import type { RunFlags } from './job.ts';
import { stemOf } from './outputs.ts';
import { folderOf, runTool } from './run-tool.ts';
import { systemFor } from './system.ts';
import { toolNamed } from './tool-command.ts';
import { type Arguments, optionWords, requireValid } from './tool-options.ts';

const TOOL = 'pipeline';

export interface PipelineFlags extends RunFlags {
  readonly steps: string;
}

export async function runPipeline(flags: PipelineFlags, context: Context): Promise<void> {
  const args = await stepsFrom(flags.steps, context);
  const system = systemFor(flags, context);
  const catalog = await system.farebox.catalog().catch((error: unknown) => {
    throw failureOf(error);
  });
  const wordsOf = optionWords(TOOL, []);
  requireValid(args, toolNamed(catalog, TOOL).inputSchema, wordsOf);
  const stem = flags.steps === STANDARD ? TOOL : stemOf(flags.steps);
  await runTool({ tool: TOOL, items: [{ source: flags.steps, stem, args }], flags, system, context, wordsOf });
}

/** Accepts a list of steps, or the arguments of a pipeline. Throws UsageError. */
async function stepsFrom(written: string, context: Context): Promise<Arguments> {
  const { input } = context.streams ?? NO_STREAMS;
  const read = written === STANDARD ? text(input()) : readFile(resolve(folderOf(context), written), 'utf8');
  const json = await read.catch(() => {
    throw new UsageError(`--steps: there is no file ${written}`);
  });
  const value = parsed(json, written);
  if (Array.isArray(value)) return { steps: value };
  if (typeof value === 'object' && value !== null) return value as Arguments;
  throw new UsageError(`--steps: ${written} is not a list of steps`);
}

function parsed(json: string, written: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError(`--steps: ${written} is not JSON`);
  }
}
