/** Reads the text of a manifest from a file of this machine. */
import { buffer } from 'node:stream/consumers';
import type { Context } from '../program/context.ts';
import { givenText, utf8Of } from '../program/given-file.ts';
import { NO_STREAMS } from '../program/streams.ts';

const STANDARD_INPUT = '-';

/** Throws UsageError. */
export async function textFrom(file: string, { env, streams = NO_STREAMS }: Context): Promise<string> {
  if (file === STANDARD_INPUT) return utf8Of(file, await buffer(streams.input()));
  return givenText(file, env);
}
