/**
 * The text of a runner key: `fb_runner_<public id>_<secret>_<checksum>`. Its form differs from that of an API key, so neither
 * is ever read as the other.
 */
import { randomBase62 } from './base62.ts';
import { type Digest, digestOf, digestsOf, pepperMarkOf, sameDigest } from './digest.ts';
import type { Renewal } from './renewals.ts';
import { checksum, CHECKSUM_LENGTH, PUBLIC_ID_LENGTH, SECRET_LENGTH, type Token } from './token.ts';

const TOKEN = /^fb_runner_([0-9A-Za-z]{16})_[0-9A-Za-z]{28}_[0-9A-Za-z]{6}$/;

export interface RunnerSecret {
  /** The whole key. Shown once to the operator; never stored or logged. */
  readonly token: string;
  readonly publicId: string;
  readonly secretHmac: Digest;
  readonly pepperMark: string;
}

export function newRunnerSecret(peppers: string): RunnerSecret {
  const publicId = randomBase62(PUBLIC_ID_LENGTH);
  const signed = `fb_runner_${publicId}_${randomBase62(SECRET_LENGTH)}`;
  const token = `${signed}_${checksum(signed)}`;
  return { token, publicId, secretHmac: digestOf(peppers, token), pepperMark: pepperMarkOf(peppers) };
}

/** Null if the text cannot be a runner key: wrong form or wrong checksum. */
export function parseRunnerToken(text: string): Token | null {
  const [, publicId] = TOKEN.exec(text) ?? [];
  if (publicId === undefined) return null;
  return checksum(text.slice(0, -CHECKSUM_LENGTH - 1)) === text.slice(-CHECKSUM_LENGTH) ? { text, publicId } : null;
}

/** Whether the stored secret is that of this key, under any of the peppers. Takes the same time for each wrong secret. */
export const isRunnerSecret = (peppers: string, { text }: Token, secretHmac: Uint8Array): boolean =>
  digestsOf(peppers, text).some((digest) => sameDigest(digest, secretHmac));

/** The key's secret as it is stored under the first pepper; null if it is stored so already. Only for a key whose secret is known. */
export function renewedRunnerSecret(
  peppers: string,
  { text }: Token,
  secretHmac: Uint8Array,
): Pick<Renewal, 'to' | 'pepperMark'> | null {
  const to = digestOf(peppers, text);
  return sameDigest(to, secretHmac) ? null : { to, pepperMark: pepperMarkOf(peppers) };
}
