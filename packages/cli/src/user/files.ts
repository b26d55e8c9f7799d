/**
 * Files in arguments. `{"path": "photo.jpg"}` stands for a file of this machine until it is uploaded; "-" is standard
 * input.
 */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileFacts, Farebox, UploadProgress, UploadType } from '@farebox/sdk';
import { fileAt } from '@farebox/sdk/node';
import { UsageError } from '../program/exit-codes.ts';
import type { Streams } from '../program/streams.ts';
import { uploadLine } from './show.ts';
import type { AnyTools } from './system.ts';

export const STANDARD = '-';

interface LocalFile {
  readonly path: string;
}

const FILE_ID = /^file_[0-9a-z_]+$/;

/** Reads a file argument: the id of an uploaded file, or a path. `./file_…` is always a path. */
export const reference = (written: string): LocalFile | { readonly fileId: string } =>
  FILE_ID.test(written) ? { fileId: written } : { path: written };

const isLocal = (value: unknown): value is LocalFile =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  typeof (value as Partial<LocalFile>).path === 'string';

/** A copy of the value with local files replaced. */
function replaced(value: unknown, by: (file: LocalFile) => unknown): unknown {
  if (isLocal(value)) return by(value);
  if (Array.isArray(value)) return value.map((each) => replaced(each, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, by)]));
}

export const forChecking = (args: object): object =>
  replaced(args, () => ({ fileId: 'file_to_be_uploaded' })) as object;

export interface Uploading {
  readonly farebox: Farebox<AnyTools>;
  readonly folder: string;
  readonly streams: Pick<Streams, 'input' | 'draw'>;
  readonly signal: AbortSignal;
  /** Ids by path, so that a file of many inputs is uploaded once. */
  readonly known?: Map<string, Promise<string>>;
}

/** Uploads the local files in the arguments. The same content is stored once, so a repetition costs nothing. */
export async function uploaded(args: object, uploading: Uploading): Promise<object> {
  const paths = new Set<string>();
  replaced(args, ({ path }) => paths.add(path));
  const ids = new Map<string, string>();
  const { known = new Map<string, Promise<string>>() } = uploading;
  for (const path of paths) {
    const id = known.get(path) ?? upload(path, uploading).then((file) => file.id);
    known.set(path, id);
    ids.set(path, await id);
  }
  return replaced(args, ({ path }) => ({ fileId: ids.get(path) })) as object;
}

export async function upload(path: string, { farebox, folder, streams, signal }: Uploading): Promise<FileFacts> {
  const blob = path === STANDARD ? await bytesFrom(streams.input()) : await fileOf(resolve(folder, path), path);
  const type = blob.type === '' ? sniffed(Buffer.from(await blob.slice(0, 12).arrayBuffer())) : undefined;
  const onProgress = (progress: UploadProgress): void => streams.draw?.(uploadLine(path, progress));
  return farebox.upload(blob, { mimeType: type, signal, onProgress }).finally(() => streams.draw?.(''));
}

async function fileOf(absolute: string, path: string): Promise<Blob> {
  const facts = await stat(absolute).catch(() => undefined);
  if (facts?.isFile() !== true) throw new UsageError(`there is no file ${path}`);
  return fileAt(absolute);
}

/** The input is kept in memory. The service checks its own limits. */
const BYTES_MAX = 1024 * 1024 * 1024;

async function bytesFrom(input: Readable): Promise<Blob> {
  const parts: Buffer<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part as Uint8Array);
    length += bytes.length;
    if (length > BYTES_MAX) throw new UsageError('standard input is larger than 1 GiB: name a file');
    parts.push(bytes);
  }
  return new Blob(parts);
}

const MAGIC: readonly (readonly [RegExp, UploadType])[] = [
  [/^\xFF\xD8\xFF/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^RIFF.{4}WAVE/s, 'audio/wav'],
  [/^ID3|^\xFF[\xE2-\xFB]/, 'audio/mpeg'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavif/s, 'image/avif'],
  [/^.{4}ftypM4A/s, 'audio/mp4'],
  [/^.{4}ftyp/s, 'video/mp4'],
];

function sniffed(head: Buffer): UploadType {
  const type = MAGIC.find(([pattern]) => pattern.test(head.toString('latin1')))?.[1];
  if (type !== undefined) return type;
  throw new UsageError('a file must be JPEG, PNG, WebP, AVIF, WAV, MP3, M4A or MP4');
}

const ENDINGS = new Set(['.jpg', '.jpeg', '.png', '.webp', '.avif', '.wav', '.mp3', '.m4a', '.mp4']);

/** Expands a folder to its files of supported types, sorted by name. Throws UsageError if there are none. */
export async function filesIn(paths: readonly string[], folder: string): Promise<readonly string[]> {
  const lists = await Promise.all(paths.map((path) => expanded(path, folder)));
  return lists.flat();
}

async function expanded(path: string, folder: string): Promise<readonly string[]> {
  const absolute = resolve(folder, path);
  if (path === STANDARD || (FILE_ID.test(path) && !existsSync(absolute))) return [path];
  const facts = await stat(absolute).catch(() => undefined);
  if (facts === undefined) throw new UsageError(`there is no file ${path}`);
  if (!facts.isDirectory()) return [path];
  const names = (await readdir(absolute)).filter((name) => ENDINGS.has(extname(name).toLowerCase())).toSorted();
  if (names.length === 0) throw new UsageError(`the folder ${path} has no file of a supported type`);
  return names.map((name) => join(path, name));
}
