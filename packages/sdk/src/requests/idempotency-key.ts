/** The key of a paid request. A named one has the same key wherever and whenever it is asked for, so that the name alone is paid once. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export const keyOf = (name: string): string => `sdk_${bytesToHex(sha256(utf8ToBytes(name)))}`;

const DRAWN = 'run_';

/** For a request to which its caller gave no name. */
export const newName = (): string => `${DRAWN}${crypto.randomUUID()}`;

export const isDrawn = (name: string): boolean => name.startsWith(DRAWN);
