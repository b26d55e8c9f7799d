/** Reads arguments and writes results of batches as JSON lines. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, statSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BatchResult } from '@farebox/sdk';
import type { Context } from '../program/context.ts';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { STANDARD } from './files.ts';
import { folderOf } from './run-tool.ts';
import type { Arguments } from './tool-options.ts';

export interface Input {
  /** Starts at 1, as in editors. */
  readonly line: number;
  readonly args: Arguments;
}

/** Throws UsageError for a line that is not a JSON object. */
export async function inputsFrom(written: string, context: Context): Promise<readonly Input[]> {
  const { input } = context.streams ?? NO_STREAMS;
  const read = written === STANDARD ? text(input()) : readFile(resolve(folderOf(context), written), 'utf8');
  const lines = await read.catch(() => {
    throw new UsageError(`there is no file ${written}`);
  });
  return lines.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [inputOf(line, index + 1)]));
}

function inputOf(json: string, line: number): Input {
  const value = parsed(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { line, args: value as Arguments };
  throw new UsageError(`line ${line} is not a JSON object`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export interface Target {
  /** Null means standard output. */
  readonly path: string | null;
  readonly force: boolean;
}

/** Throws UsageError before anything is paid if the file exists and must not be overwritten. */
export function targetOf(
  { output = STANDARD, force = false }: { readonly output?: string; readonly force?: boolean },
  context: Context,
): Target {
  if (output === STANDARD) return { path: null, force };
  const path = resolve(folderOf(context), output);
  if (output.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`-o is a file of JSON lines, not a folder: --download ${output} downloads the files`);
  if (!force && existsSync(path))
    throw new UsageError(`${path} already exists: --force overwrites it; nothing was sent`);
  return { path, force };
}

/** A result, and the paths of its downloaded files. */
export interface ResultLine extends Pick<BatchResult, 'index' | 'execution'> {
  readonly files?: readonly string[];
}

export const shown = ({ index, execution, files }: ResultLine): ResultLine => ({
  index,
  execution,
  ...(files === undefined ? {} : { files }),
});

/** Writes the file completely or not at all, and creates its folder. */
export async function writeResults(
  results: Iterable<ResultLine> | AsyncIterable<ResultLine>,
  { path, force }: Target,
  context: Context,
): Promise<void> {
  const lines = Readable.from(linesOf(results));
  if (path === null) return (context.streams ?? NO_STREAMS).write(lines);
  const draft = join(dirname(path), `.${randomUUID()}.farebox`);
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(lines, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    await (force ? rename(draft, path) : link(draft, path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const why = code === 'EEXIST' ? 'already exists: use --force, or another -o' : `cannot be written (${message})`;
    throw new CommandError('failed', `${path} ${why}; a repeat pays nothing twice`);
  } finally {
    await rm(draft, { force: true });
  }
}

async function* linesOf(results: Iterable<ResultLine> | AsyncIterable<ResultLine>): AsyncGenerator<string> {
  for await (const result of results) yield `${JSON.stringify(shown(result))}\n`;
}
