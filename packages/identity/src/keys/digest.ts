/** The stored form of a key: an HMAC that is useless without the pepper, which is not in the database. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretsIn } from '@farebox/kernel';

export type Digest = Uint8Array<ArrayBuffer>;

/** Under the first of the peppers. */
export const digestOf = (peppers: string, token: string): Digest => digestUnder(secretsIn(peppers)[0], token);

/** Under each of the peppers. */
export const digestsOf = (peppers: string, token: string): readonly Digest[] =>
  secretsIn(peppers).map((pepper) => digestUnder(pepper, token));

const digestUnder = (pepper: string, token: string): Digest =>
  Uint8Array.from(createHmac('sha256', pepper).update(token).digest());

/** A mark of the first pepper, which does not reveal it: it says under which pepper a key is stored. */
export const pepperMarkOf = (peppers: string): string => markUnder(secretsIn(peppers)[0]);

/** The marks of all peppers. */
export const pepperMarksOf = (peppers: string): readonly string[] => secretsIn(peppers).map(markUnder);

const MARK_LENGTH = 12;
const markUnder = (pepper: string): string =>
  createHmac('sha256', pepper).update('farebox pepper mark').digest('hex').slice(0, MARK_LENGTH);

/** Compares in constant time; false if the lengths differ. */
export const sameDigest = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
