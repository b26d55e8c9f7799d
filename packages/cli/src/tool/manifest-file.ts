/** Reads the text of a manifest from a file of this machine. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';

const STANDARD_INPUT = '-';

/** Throws UsageError. */
export async function textFrom(file: string, { env, streams = NO_STREAMS }: Context): Promise<string> {
  if (file === STANDARD_INPUT) return text(streams.input());
  return readFile(resolve(env['INIT_CWD'] ?? '.', file), 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
}
