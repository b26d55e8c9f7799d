/** The stored form of a key: an HMAC that is useless without the pepper, which is not in the database. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Digest = Uint8Array<ArrayBuffer>;

export const digestOf = (pepper: string, token: string): Digest =>
  Uint8Array.from(createHmac('sha256', pepper).update(token).digest());

/** Compares in constant time; false if the lengths differ. */
export const sameDigest = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
