/** `--download` of the batch commands: the files of each result, named by its index, as the JSON lines name it. */
import { resolve } from 'node:path';
import type { BatchResult } from '@farebox/sdk';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { atMost } from './at-most.ts';
import type { ResultLine } from './batch-lines.ts';
import { existingAt, type Output } from './outputs.ts';
import { folderOf } from './run-tool.ts';
import { saved } from './saving.ts';

export interface Downloading {
  /** As typed; undefined: nothing is downloaded. */
  readonly download?: string | undefined;
  readonly force?: boolean | undefined;
}

interface Into {
  readonly tool: string;
  readonly context: Context;
  readonly signal: AbortSignal;
}

const CONCURRENCY = 4;

type Folder = Extract<Output, { kind: 'folder' }>;
const outputOf = (download: string, index: number, { tool, context }: Pick<Into, 'tool' | 'context'>): Folder => ({
  kind: 'folder',
  folder: resolve(folderOf(context), download),
  stem: `${index}.${tool}`,
});

/** Throws UsageError before anything is paid if a file of another batch has a name of a result. */
export async function requireFree(
  { download, force = false }: Downloading,
  { count, ...into }: Pick<Into, 'tool' | 'context'> & { readonly count: number },
): Promise<void> {
  if (download === undefined || force) return;
  for (let index = 0; index < count; index++) {
    const existing = await existingAt(outputOf(download, index, into));
    if (existing !== null) throw new UsageError(`${existing} already exists: --force overwrites it; nothing was sent`);
  }
}

/** Returns the results with the paths of their files. Rejects if a file cannot be downloaded or written. */
export async function withFiles(
  results: readonly BatchResult[],
  { download, force = false }: Downloading,
  into: Into,
): Promise<readonly ResultLine[]> {
  if (download === undefined) return results;
  const { signal, context } = into;
  const { draw, ...streams } = context.streams ?? NO_STREAMS;
  let done = 0;
  const lines = await atMost({ count: CONCURRENCY, signal }, results, async (result) => {
    const output = outputOf(download, result.index, into);
    const how = { force, streams: { ...streams, draw: null }, signal };
    const files = await saved(result.execution, { artifacts: result.artifacts, output, ...how });
    draw?.(`${++done} of ${results.length} downloaded`);
    return { ...result, files };
  });
  signal.throwIfAborted();
  return lines;
}
