/**
 * Opaque public ids: a prefix that names the kind and 26 characters of base32 (Crockford, lower case).
 * They are UUIDv7: time-ordered, so that primary keys append, with 74 random bits, so that none can be guessed.
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
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}_${string}`;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function newId<K extends IdKind>(kind: K): Id<K> {
  const random = nextRandom();
  return `${ID_PREFIXES[kind]}_${encode(v7({ random, ...nextMoment(random) }, bytes))}`;
}

/** Random bytes for many ids at once: a call of the generator costs as much as all else of an id. Each is used once. */
const pool = new Uint8Array(256 * 16);
let poolAt = pool.length;
/** Of one id, until it is text. */
const bytes = new Uint8Array(16);

function nextRandom(): Uint8Array {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  return pool.subarray(poolAt, (poolAt += 16));
}

/** Of the id before: ids of one millisecond, or made while the clock goes back, are told apart by a counter, as RFC 9562 has it. */
let msecs = 0;
let seq = 0;

function nextMoment(random: Uint8Array): { readonly msecs: number; readonly seq: number } {
  const nowMs = Date.now();
  seq = (seq + 1) | 0;
  if (nowMs > msecs) {
    msecs = nowMs;
    seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1; // begins low enough not to run over
  } else if (seq === 0) {
    msecs++;
  }
  return { msecs, seq };
}

/** Whether `text` has the form of an id of this kind; anything else can exist nowhere and costs no query. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length));
}

/** 128 bits as 26 base32 digits, most significant first and two zero bits in front, so that text order is time order. */
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
