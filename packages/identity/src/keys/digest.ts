/** What is stored of a key: an HMAC that is worthless without the pepper, which is not in the database. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Digest = Uint8Array<ArrayBuffer>;

export const digestOf = (pepper: string, token: string): Digest =>
  Uint8Array.from(createHmac('sha256', pepper).update(token).digest());

/** Constant-time, whatever the lengths. */
export const sameDigest = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
