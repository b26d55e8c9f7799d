/**
 * Decides where results go. Existing files stay unless --force is set. This is checked before anything is paid, and
 * again when a file is written.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Artifact } from '@farebox/sdk';
import { saveAs } from '@farebox/sdk/node';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import type { Streams } from '../program/streams.ts';
import { STANDARD } from './files.ts';

export type Output =
  | { readonly kind: 'stream' }
  /** Exactly this file if there is one artifact. Several artifacts get numbers and the endings of their types. */
  | { readonly kind: 'file'; readonly path: string }
  /** Files with this stem and the endings of their types. */
  | { readonly kind: 'folder'; readonly folder: string; readonly stem: string };

export interface Keeping {
  readonly force: boolean;
  readonly streams: Streams;
  readonly signal: AbortSignal;
}

interface Wanted {
  /** Value of -o; if undefined, the current folder. */
  readonly written: string | undefined;
  readonly folder: string;
  /** Stem of the result names. */
  readonly stem: string;
  readonly isOneOfMany: boolean;
}

export async function outputFor({ written, folder, stem, isOneOfMany }: Wanted): Promise<Output> {
  if (written === undefined) return { kind: 'folder', folder, stem };
  if (written === STANDARD) {
    if (isOneOfMany) throw new UsageError('-o - works with one input only');
    return { kind: 'stream' };
  }
  const path = resolve(folder, written);
  const isFolder = written.endsWith('/') || (await stat(path).catch(() => undefined))?.isDirectory() === true;
  return isOneOfMany || isFolder ? { kind: 'folder', folder: path, stem } : { kind: 'file', path };
}

/** Name of an input's result, without the ending. */
export const stemOf = (source: string): string => basename(source, extname(source));

/** The path of a file that exists already where a result would be written; null if there is none. */
export async function existingAt(output: Output): Promise<string | null> {
  if (output.kind === 'stream') return null;
  const [folder, stem, one] =
    output.kind === 'file'
      ? [dirname(output.path), stemOf(output.path), basename(output.path)]
      : [output.folder, output.stem, null];
  const names = await readdir(folder).catch(() => []);
  const isOne = (name: string): boolean => (one === null ? name.startsWith(`${stem}.`) : name === one);
  const found = names.find((name) => isOne(name) || name.startsWith(`${stem}-1.`));
  return found === undefined ? null : join(folder, found);
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'text/plain': 'txt',
};

const endingOf = ({ mimeType }: Artifact): string => ENDINGS[mimeType] ?? mimeType.split('/')[1] ?? 'bin';

function pathOf(output: Exclude<Output, { kind: 'stream' }>, artifact: Artifact, nth: string): string {
  if (output.kind === 'folder') return join(output.folder, `${output.stem}${nth}.${endingOf(artifact)}`);
  if (nth === '') return output.path;
  return join(dirname(output.path), `${stemOf(output.path)}${nth}.${endingOf(artifact)}`);
}

/** Returns the paths. Each file is written completely and with the right digest, or not at all. */
export async function keep(
  artifacts: readonly Artifact[],
  output: Output,
  keeping: Keeping,
): Promise<readonly string[]> {
  if (output.kind === 'stream') return toStream(artifacts, keeping);
  const paths: string[] = [];
  for (const [index, artifact] of artifacts.entries()) {
    const path = pathOf(output, artifact, artifacts.length === 1 ? '' : `-${index + 1}`);
    await mkdir(dirname(path), { recursive: true });
    await put(artifact, path, keeping);
    paths.push(path);
  }
  return paths;
}

async function toStream(artifacts: readonly Artifact[], { streams, signal }: Keeping): Promise<readonly string[]> {
  const [only, ...more] = artifacts;
  if (only === undefined || more.length > 0)
    throw new CommandError(
      'failed',
      `-o - works with one file, but ${artifacts.length} were made: use farebox download`,
    );
  // Reads the whole file before the first byte is written, because a pipe cannot be undone.
  await streams.write(Readable.from([Buffer.from(await (await only.blob({ signal })).arrayBuffer())]));
  return [];
}

async function put(artifact: Artifact, path: string, { force, signal }: Keeping): Promise<void> {
  const draft = join(dirname(path), `.${randomUUID()}.farebox`);
  try {
    await saveAs(artifact, draft, { signal });
    await (force ? rename(draft, path) : link(draft, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // An interrupted run of the same command may have written it.
    if ((await digestOf(path)) === artifact.sha256) return;
    throw new CommandError('failed', `${path} already exists: use --force, or another -o; a repeat pays nothing twice`);
  } finally {
    await rm(draft, { force: true });
  }
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}
