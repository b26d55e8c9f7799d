/** Files inside of a response: base64 in any of its usual forms, and data URLs. */
import type { OutputFile } from '../adapter.ts';

/** A URL that holds its file needs no download. */
export function linkedFile(url: string): OutputFile {
  const [, encoded] = /^data:[^,]{0,200};base64,(.*)$/s.exec(url) ?? [];
  const bytes = encoded === undefined ? null : base64Of(encoded);
  return bytes === null ? { url } : { bytes };
}

/**
 * Null if it is not base64 to its last character: Node skips anything else, and an incomplete file must not pass as the
 * file. Line breaks, the alphabet of URLs, missing padding and the head of a data URL are usual.
 */
export function base64Of(encoded: string): Buffer | null {
  const plain = encoded
    .replace(/^data:[^,]{0,200};base64,/, '')
    .replaceAll(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  const bytes = Buffer.from(plain, 'base64');
  return bytes.length > 0 && bytes.toString('base64').replace(/(?<!=)=+$/, '') === plain ? bytes : null;
}
