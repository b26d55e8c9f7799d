/** Files that a provider made, onto disk: really of the type that was promised, whatever the provider calls them. */
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
  /** Of which the file must be one. */
  readonly mimeTypes: readonly OutputType[];
  readonly directory: string;
  /** For a file that the provider only points to. */
  readonly fetch: (url: string) => Promise<FetchedFile>;
}

/** The one file that a step promises: the first, where a provider makes more. */
export async function saveFile(files: readonly OutputFile[], saving: Saving): Promise<OutputArtifact> {
  const [file] = files;
  if (file === undefined) throw new OutputInvalid('no file');
  const { bytes, mimeType: stated } = 'bytes' in file ? { ...file, mimeType: '' } : await saving.fetch(file.url);
  // File hosts often state no type, or a generic one; HTML and the like are a page about the file, not the file.
  if (/^text\/|json|xml/.test(stated)) throw new OutputInvalid(`the file is ${stated}`);
  for (const mimeType of saving.mimeTypes) {
    const inspected = inspect(bytes, mimeType);
    if (!inspected.ok) continue;
    const { ok: _ok, ...facts } = inspected;
    const path = join(saving.directory, `output.${FILE_TYPES[mimeType]}`);
    await writeFile(path, bytes, { mode: 0o600 });
    return { path, mimeType, ...facts };
  }
  throw new OutputInvalid(`the file is no whole ${saving.mimeTypes.join(' or ')}`);
}
