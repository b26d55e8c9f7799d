/**
 * Opaque public ids: a prefix for the kind and 26 characters of base32 (Crockford, lower case). They are UUIDv7. Their
 * time order makes primary keys append, and 74 random bits prevent guessing.
 */
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

export const ID_PREFIXES = {
  organization: 'org',
  project: 'proj',
  member: 'mem',
  key: 'key',
  execution: 'exe',
  file: 'file',
  proposal: 'prop',
  invitation: 'inv',
  export: 'exp',
  checkout: 'chk',
  webhook: 'whk',
  batch: 'bat',
  runnerKey: 'rkey',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}_${string}`;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function newId<K extends IdKind>(kind: K): Id<K> {
  const random = nextRandom();
  return `${ID_PREFIXES[kind]}_${encode(v7({ random, ...nextMoment(random) }, bytes))}`;
}

/**
 * Random bytes for many ids at once, because one call of the generator costs as much as the rest of an id. Each byte is
 * used once.
 */
const pool = new Uint8Array(256 * 16);
let poolAt = pool.length;
/** Buffer for the bytes of one id. */
const bytes = new Uint8Array(16);

function nextRandom(): Uint8Array {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  return pool.subarray(poolAt, (poolAt += 16));
}

/**
 * Time of the previous id. A counter distinguishes ids of one millisecond, and ids made while the clock goes back, as
 * in RFC 9562.
 */
let msecs = 0;
let seq = 0;

function nextMoment(random: Uint8Array): { readonly msecs: number; readonly seq: number } {
  const nowMs = Date.now();
  seq = (seq + 1) | 0;
  if (nowMs > msecs) {
    msecs = nowMs;
    seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1; // starts low enough not to overflow
  } else if (seq === 0) {
    msecs++;
  }
  return { msecs, seq };
}

/** Whether `text` has the form of an id of this kind. No other text can name an object, so it needs no query. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length));
}

/** 128 bits as 26 base32 digits, most significant first, with two leading zero bits, so that text order is time order. */
function encode(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let pendingBits = 2;
  for (const byte of bytes) {
    pending = ((pending & 31) << 8) | byte;
    for (pendingBits += 8; pendingBits >= 5; pendingBits -= 5) text += ALPHABET[(pending >> (pendingBits - 5)) & 31];
  }
  return text;
}
