/** The idempotency key of a paid request. It derives from the request name, so that a name is paid once in every process. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export const keyOf = (name: string): string => `sdk_${bytesToHex(sha256(utf8ToBytes(name)))}`;

/** A random name for a request that the caller did not name. */
export const newName = (): string => `run_${crypto.randomUUID()}`;

export const isDrawn = (name: string): boolean => /^run_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/** Throws TypeError: an empty name, as from a variable that is not set, would stand for every purchase; UTF-8 has one text for all lone surrogates. */
export function requireName(name: unknown): void {
  if (typeof name === 'string' && name !== '' && !/\p{Surrogate}/u.test(name)) return;
  const shown = typeof name === 'string' ? JSON.stringify(name) : String(name);
  throw new TypeError(
    `request must be a text that is not empty and has no half of a character (lone surrogate): ${shown}`,
  );
}
