/** The media type that the first bytes of a file show; null for others than these. */
const FORMS: readonly (readonly [mimeType: string, at: number, bytes: string])[] = [
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/gif', 0, '474946383'],
  ['image/webp', 8, '57454250'],
  ['image/avif', 4, '6674797061766966'],
  ['audio/wav', 8, '57415645'],
  ['audio/flac', 0, '664c6143'],
  ['audio/ogg', 0, '4f676753'],
  ['audio/mpeg', 0, '494433'],
];

export const mediaTypeOf = (bytes: Buffer): string | null =>
  FORMS.find(([, at, form]) => bytes.subarray(at).toString('hex', 0, 8).startsWith(form))?.[0] ?? null;
