/** Tests before anything is paid that a result can be created where it goes. */
import { randomUUID } from 'node:crypto';
import { link, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { confirmed } from './ask.ts';
import type { RunFlags } from './job.ts';
import type { Output } from './outputs.ts';

/**
 * Throws UsageError unless a file can be created in the folder of the output, or in the nearest one above it that exists.
 * Leaves nothing behind: the missing folders are created when there is a result.
 */
export async function requireWritable(output: Output, { option, force }: Writing): Promise<void> {
  if (output.kind === 'stream') return;
  const folder = output.kind === 'file' ? dirname(output.path) : output.folder;
  const draft = join(await nearestOf(folder, option), `.${randomUUID()}.farebox`);
  const second = `${draft}.link`;
  try {
    await writeFile(draft, '', { flag: 'wx' });
    // Without --force, a result gets its name by a link, which some file systems lack.
    if (!force) await link(draft, second);
  } catch (error) {
    throw notWritable(folder, option, error);
  } finally {
    for (const path of [draft, second]) await rm(path, { force: true });
  }
}

/**
 * Tests the folder of -o, or the current one. Tools without files run in any folder, so a current one that takes no files
 * is a question and no error. Throws CommandError.
 */
export async function requireFolder(output: Output, flags: RunFlags, { ask }: Pick<Context, 'ask'>): Promise<void> {
  const force = flags.force === true;
  if (flags.output !== undefined) return requireWritable(output, { option: '-o', force });
  if (flags.yes === true) return;
  try {
    await requireWritable(output, { option: 'this folder', force });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await confirmed(`${error.message}, because files of a result would not be saved`, '-o, or --yes', ask);
  }
}

export interface Writing {
  /** Names the output in the error, such as `-o`. */
  readonly option: string;
  readonly force: boolean;
}

async function nearestOf(folder: string, option: string): Promise<string> {
  for (let path = folder; ; path = dirname(path)) {
    try {
      if ((await stat(path)).isDirectory()) return path;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code === 'ENOENT' || code === 'ENOTDIR') && dirname(path) !== path) continue;
      throw notWritable(folder, option, error);
    }
    throw notWritable(folder, option, { code: `${path} is not a folder` });
  }
}

/** The message of Node names a draft that nobody asked for. */
const notWritable = (folder: string, option: string, error: unknown): UsageError =>
  new UsageError(
    `${option}: no file can be created in ${folder} (${(error as NodeJS.ErrnoException).code}); nothing was sent`,
  );
