/**
 * Decodes base64 text, in chunks of any size, to bytes and their SHA-256. Only the canonical form is accepted (RFC
 * 4648 section 4: its alphabet, no white space, padding to four, zero trailing bits), so that one file has one text.
 */
import { createHash } from 'node:crypto';
import { createGrowingBuffer } from './growing-buffer.ts';

export interface Decoded {
  readonly bytes: Buffer;
  /** Lower-case hex. */
  readonly sha256: string;
}

export type DecoderState = 'decoding' | 'not_canonical' | 'too_large';

export interface Base64Decoder {
  /** After any state other than 'decoding', more text changes nothing. */
  write(text: string): DecoderState;
  /** Bytes decoded so far. */
  sizeBytes(): number;
  /** No text was written. */
  isEmpty(): boolean;
  /** Null if the text was empty or its end is not canonical. */
  end(): Decoded | null;
}

export function createBase64Decoder(bytesMax: number): Base64Decoder {
  const collected = createGrowingBuffer(bytesMax);
  const hash = createHash('sha256');
  let state: DecoderState = 'decoding';
  /** Characters of an incomplete group of four. */
  let rest = '';
  let padded = false;

  function decode(groups: string): DecoderState {
    if (padded || !isCanonical(groups)) return 'not_canonical';
    padded = groups.endsWith('=');
    const sizeBytes = decodedSize(groups);
    const room = collected.reserve(sizeBytes);
    if (room === null) return 'too_large';
    room.write(groups, 'base64');
    hash.update(collected.commit(sizeBytes));
    return 'decoding';
  }

  return {
    write(text) {
      if (state !== 'decoding') return state;
      const all = rest + text;
      const whole = all.length - (all.length % 4);
      rest = all.slice(whole);
      if (whole > 0) state = decode(all.slice(0, whole));
      if (state === 'decoding' && !PART.test(rest)) state = 'not_canonical';
      return state;
    },
    sizeBytes: () => collected.bytes().length,
    isEmpty: () => state === 'decoding' && rest === '' && collected.bytes().length === 0,
    end() {
      const bytes = collected.bytes();
      if (state !== 'decoding' || rest !== '' || bytes.length === 0) return null;
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}

/** Checks an incomplete group, so that a wrong character is refused when it arrives. */
const PART = /^[A-Za-z0-9+/=]*$/;
const GROUPS = /^[A-Za-z0-9+/]+={0,2}$/;

/** `groups` has a multiple of four characters. The last group is encoded again, which reveals nonzero trailing bits. */
function isCanonical(groups: string): boolean {
  const last = groups.slice(-4);
  return GROUPS.test(groups) && Buffer.from(last, 'base64').toString('base64') === last;
}

function decodedSize(groups: string): number {
  const padding = groups.endsWith('==') ? 2 : groups.endsWith('=') ? 1 : 0;
  return (groups.length / 4) * 3 - padding;
}
