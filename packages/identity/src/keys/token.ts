/**
 * The text of an API key: `fb_<live|test>_<public id>_<secret>_<checksum>`. Secret scanners recognize the prefix, the checksum detects typos without a
 * query, and the public id finds the row without exposing the secret.
 */
import CRC32 from 'crc-32';
import { base62, randomBase62 } from './base62.ts';

export const KEY_ENVIRONMENTS = ['live', 'test'] as const;
export type KeyEnvironment = (typeof KEY_ENVIRONMENTS)[number];

export const PUBLIC_ID_LENGTH = 16;
/** 28 × 5.95 = 166 bits. */
export const SECRET_LENGTH = 28;
/** 62^6 > 2^32. */
export const CHECKSUM_LENGTH = 6;
const TOKEN = /^fb_(?:live|test)_([0-9A-Za-z]{16})_[0-9A-Za-z]{28}_[0-9A-Za-z]{6}$/;

export interface Token {
  /** The whole key. Shown once to its owner; never stored or logged. */
  readonly text: string;
  readonly publicId: string;
}

export function newToken(environment: KeyEnvironment): Token {
  const publicId = randomBase62(PUBLIC_ID_LENGTH);
  const signed = `fb_${environment}_${publicId}_${randomBase62(SECRET_LENGTH)}`;
  return { text: `${signed}_${checksum(signed)}`, publicId };
}

/** Null if the text cannot be a key: wrong form or wrong checksum. */
export function parseToken(text: string): Token | null {
  const match = TOKEN.exec(text);
  if (match === null) return null;
  const publicId = match[1] as string;
  return checksum(text.slice(0, -CHECKSUM_LENGTH - 1)) === text.slice(-CHECKSUM_LENGTH) ? { text, publicId } : null;
}

/** Detects typos in a token. */
export const checksum = (text: string): string => base62(CRC32.str(text) >>> 0, CHECKSUM_LENGTH);
