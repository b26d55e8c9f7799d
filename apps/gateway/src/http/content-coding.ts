/** Content negotiation of a shared body: the coding that a client accepts, and the content that it has already. */
import { type Encoding, ENCODINGS } from '../endpoint/shared-body.ts';

/** The weight of `identity` if the header does not mention it: acceptable, but after every coding that is listed. */
const UNLISTED = Number.MIN_VALUE;

/**
 * Picks the coding with the highest weight (RFC 9110, section 12.5.3). If the header accepts none, the body is not
 * compressed: the contract has no status code for a refusal.
 */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = new Map(acceptEncoding.split(',').map(weighted));
  const weightOf = (encoding: Encoding): number =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? UNLISTED : 0);
  const best = Math.max(...ENCODINGS.map(weightOf));
  return best === 0 ? 'identity' : (ENCODINGS.find((encoding) => weightOf(encoding) === best) ?? 'identity');
}

/** `gzip;q=0.5` → `['gzip', 0.5]`. A coding whose weight is not understood is not used. */
function weighted(part: string): readonly [coding: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
  const [, weight] = parameters.find((each) => each.startsWith('q='))?.split('=') ?? ['q', '1'];
  const isWeight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight ?? '');
  return [ALIASES.get(name) ?? name, isWeight ? Number(weight) : 0];
}

/** RFC 9110, section 8.4.1.3. */
const ALIASES = new Map([['x-gzip', 'gzip']]);

/** Compares weakly (RFC 9110, section 13.1.2), because a proxy may have weakened the tag. */
export function isCurrent(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`);
}
