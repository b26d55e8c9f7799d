/** Where results go. What is there stays unless --force says otherwise, which is looked at before anything is paid and again when a file is put in its place. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Artifact } from '@farebox/sdk';
import { saveAs } from '@farebox/sdk/node';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import type { Streams } from '../program/streams.ts';
import { STANDARD } from './files.ts';

export type Output =
  | { readonly kind: 'stream' }
  /** Exactly this file where there is one artifact; else numbered beside it, with the endings of their types. */
  | { readonly kind: 'file'; readonly path: string }
  /** Files of that name, with the endings of their types. */
  | { readonly kind: 'folder'; readonly folder: string; readonly stem: string };

export interface Keeping {
  readonly force: boolean;
  readonly streams: Streams;
  readonly signal: AbortSignal;
}

interface Wanted {
  /** What follows -o; undefined: beside where the command was typed. */
  readonly written: string | undefined;
  readonly folder: string;
  /** Of the results, where they get a name. */
  readonly stem: string;
  readonly isOneOfMany: boolean;
}

export async function outputFor({ written, folder, stem, isOneOfMany }: Wanted): Promise<Output> {
  if (written === undefined) return { kind: 'folder', folder, stem };
  if (written === STANDARD) {
    if (isOneOfMany) throw new UsageError('-o - takes the result of one file alone');
    return { kind: 'stream' };
  }
  const path = resolve(folder, written);
  const isFolder = written.endsWith('/') || (await stat(path).catch(() => undefined))?.isDirectory() === true;
  return isOneOfMany || isFolder ? { kind: 'folder', folder: path, stem } : { kind: 'file', path };
}

/** Name of what an input becomes, without the ending. */
export const stemOf = (source: string): string => basename(source, extname(source));

/** Whether something of that name is there already. */
export async function isThere(output: Output): Promise<boolean> {
  if (output.kind === 'stream') return false;
  const [folder, stem, one] =
    output.kind === 'file'
      ? [dirname(output.path), stemOf(output.path), basename(output.path)]
      : [output.folder, output.stem, null];
  const names = await readdir(folder).catch(() => []);
  const isOne = (name: string): boolean => (one === null ? name.startsWith(`${stem}.`) : name === one);
  return names.some((name) => isOne(name) || name.startsWith(`${stem}-1.`));
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

/** Answers the paths. Each file is there whole and with the right digest, or not at all. */
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
    throw new CommandError('failed', `-o - takes one file, and ${artifacts.length} were made: farebox download`);
  // Whole before the first byte leaves: nobody can take back what went through a pipe.
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
    throw new CommandError('failed', `${path} is there already: --force, or another -o; nothing is paid again`);
  } finally {
    await rm(draft, { force: true });
  }
}
