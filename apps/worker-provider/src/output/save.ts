/**
 * Saves the file that a provider made as one of the promised types. A file of another type that a decoder reads is
 * converted, whatever the provider states.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_TYPES } from '@farebox/kernel';
import { inspect } from '@farebox/media';
import type { OutputArtifact } from '@farebox/worker';
import type { OutputFile } from '../adapter.ts';
import { OutputInvalid } from '../call/run.ts';
import type { Wanted } from '../conversion/conversion.ts';
import type { FetchedFile } from '../egress/fetch-file.ts';

/** The means of receiving an output. */
export interface Receiving {
  /** Downloads a file that the provider only links to. */
  readonly fetch: (url: string) => Promise<FetchedFile>;
  readonly convert: (bytes: Buffer, wanted: Wanted) => Promise<OutputArtifact | null>;
}

/** The one file that a step promises: the first, if a provider makes more. */
export async function saveFile(
  files: readonly OutputFile[],
  wanted: Wanted,
  { fetch, convert }: Receiving,
): Promise<OutputArtifact> {
  const [file] = files;
  if (file === undefined) throw new OutputInvalid('no file');
  const { bytes, mimeType: stated } = 'bytes' in file ? { ...file, mimeType: 'no type' } : await fetch(file.url);
  const saved = (await savedAsItIs(bytes, wanted)) ?? (await convert(bytes, wanted));
  if (saved !== null) return saved;
  const problem = `no decoder reads the file as ${wanted.mimeTypes.join(' or ')}: ${bytes.length} bytes, ${stated}`;
  throw new OutputInvalid(problem);
}

async function savedAsItIs(bytes: Buffer, { mimeTypes, directory }: Wanted): Promise<OutputArtifact | null> {
  for (const mimeType of mimeTypes) {
    const inspected = inspect(bytes, mimeType);
    if (!inspected.ok) continue;
    const { ok: _ok, ...facts } = inspected;
    const path = join(directory, `output.${FILE_TYPES[mimeType]}`);
    await writeFile(path, bytes, { mode: 0o600 });
    return { path, mimeType, ...facts };
  }
  return null;
}
