/** Sample files and a shortcut for tests of this package; not exported. */
import type { Catalog, Request } from '../catalog.ts';
import type { FileFacts } from '../files/file.ts';
import { SAMPLE_IDS } from '../files/samples.ts';
import type { Quote } from '../quote.ts';

/** A photograph of 12 megapixels by default. */
export const photo = (
  id: string,
  size: { width: number; height: number } = { width: 4000, height: 3000 },
): FileFacts => ({
  id,
  mimeType: 'image/jpeg',
  sizeBytes: 3_500_000,
  sha256: '0'.repeat(64),
  ...size,
});

/** A recording of one minute by default. */
export const recording = (id: string, durationSeconds = 60): FileFacts => ({
  id,
  mimeType: 'audio/mpeg',
  sizeBytes: 960_000,
  sha256: '1'.repeat(64),
  durationSeconds,
});

/** A video of ten seconds. */
export const film = (id: string, size = { width: 1280, height: 720 }): FileFacts => ({
  id,
  mimeType: 'video/mp4',
  sizeBytes: 2_500_000,
  sha256: '2'.repeat(64),
  ...size,
  durationSeconds: 10,
});

/**
 * The quote of a valid input. The files that it names are recordings for an audio tool, videos for a video tool, else
 * photographs of this size.
 */
export function quoted(catalog: Catalog, request: Request, size?: { width: number; height: number }): Quote {
  const prepared = catalog.prepare(request);
  if (!prepared.ok) throw new Error(`${request.tool}: ${JSON.stringify(prepared)}`);
  const quote = catalog.quote(prepared, new Map(prepared.fileIds.map((id) => [id, fileFor(request.tool, id, size)])));
  if (!quote.ok) throw new Error(`${request.tool}: ${JSON.stringify(quote)}`);
  return quote;
}

function fileFor(tool: string, id: string, size?: { width: number; height: number }): FileFacts {
  if (tool.startsWith('audio-')) return recording(id);
  if (tool.startsWith('video-')) return film(id, size);
  return photo(id, size ?? (id === SAMPLE_IDS.photo ? SAMPLE_PHOTO : undefined));
}

const SAMPLE_PHOTO = { width: 1600, height: 1067 };
