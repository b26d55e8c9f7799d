/** Saves files that a provider made to disk. Verifies that they have the promised type, whatever the provider states. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_TYPES, type FileType } from '@farebox/kernel';
import { inspect } from '@farebox/media';
import type { OutputArtifact } from '@farebox/worker';
import type { OutputFile } from '../adapter.ts';
import { OutputInvalid } from '../call/run.ts';
import type { FetchedFile } from '../egress/fetch-file.ts';

export type OutputType = Extract<FileType, 'image/png' | 'image/jpeg' | 'audio/mpeg' | 'video/mp4'>;

export interface Saving {
  /** The file must have one of these types. */
  readonly mimeTypes: readonly OutputType[];
  readonly directory: string;
  /** Downloads a file that the provider only links to. */
  readonly fetch: (url: string) => Promise<FetchedFile>;
}

/** The one file that a step promises: the first, if a provider makes more. */
export async function saveFile(files: readonly OutputFile[], saving: Saving): Promise<OutputArtifact> {
  const [file] = files;
  if (file === undefined) throw new OutputInvalid('no file');
  const { bytes, mimeType: stated } = 'bytes' in file ? { ...file, mimeType: '' } : await saving.fetch(file.url);
  // File hosts often state no type, or a generic one. HTML and similar types are a page about the file, not the file.
  if (/^text\/|json|xml/.test(stated)) throw new OutputInvalid(`the file is ${stated}`);
  for (const mimeType of saving.mimeTypes) {
    const inspected = inspect(bytes, mimeType);
    if (!inspected.ok) continue;
    const { ok: _ok, ...facts } = inspected;
    const path = join(saving.directory, `output.${FILE_TYPES[mimeType]}`);
    await writeFile(path, bytes, { mode: 0o600 });
    return { path, mimeType, ...facts };
  }
  throw new OutputInvalid(`the file is not a complete ${saving.mimeTypes.join(' or ')}`);
}
