/** Sample files and a shortcut for tests of this package; not part of it. */
import type { Catalog, Request } from '../catalog.ts';
import type { FileFacts } from '../files.ts';
import type { Quote } from '../quote.ts';

/** A photograph of 12 megapixels. */
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

/** The quote of an input that must be good; every file it names is a photograph of this size. */
export function quoted(catalog: Catalog, request: Request, size?: { width: number; height: number }): Quote {
  const prepared = catalog.prepare(request);
  if (!prepared.ok) throw new Error(`${request.tool}: ${JSON.stringify(prepared)}`);
  const quote = catalog.quote(prepared, new Map(prepared.fileIds.map((id) => [id, photo(id, size)])));
  if (!quote.ok) throw new Error(`${request.tool}: ${JSON.stringify(quote)}`);
  return quote;
}
