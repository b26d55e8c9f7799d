/**
 * Removes JSON escapes from base64 text: some encoders write `/` as `\/`. One pass over the bytes into one buffer, so
 * that a text of escapes takes as long as a plain one of the same length.
 */

export interface Unescaper {
  /**
   * The complete text so far, one character for each byte; null for an invalid escape, or one that is not a base64
   * character.
   */
  write(bytes: Buffer): string | null;
  /** An escape that has begun and not ended. */
  rest(): string;
}

const [BACKSLASH, SLASH, LETTER_U] = [0x5c, 0x2f, 0x75] as const;
/** `\u` and four digits. */
const UNICODE_LENGTH = 6;

export function createUnescaper(): Unescaper {
  let begun = Buffer.alloc(0);
  let unescaped = Buffer.alloc(0);

  function withoutEscapes(bytes: Buffer): string | null {
    if (unescaped.length < bytes.length) unescaped = Buffer.allocUnsafe(bytes.length);
    let written = 0;
    for (let at = 0; at < bytes.length; at++) {
      let byte = bytes[at] as number;
      if (byte === BACKSLASH) {
        const length = lengthOfEscape(bytes, at);
        if (at + length > bytes.length) {
          begun = Buffer.from(bytes.subarray(at)); // a copy: the chunk is not ours to keep
          break;
        }
        byte = characterOf(bytes, at);
        if (byte === -1) return null;
        at += length - 1;
      }
      unescaped[written++] = byte;
    }
    return unescaped.toString('latin1', 0, written);
  }

  return {
    write(bytes) {
      if (begun.length === 0 && !bytes.includes(BACKSLASH)) return bytes.toString('latin1');
      const whole = begun.length === 0 ? bytes : Buffer.concat([begun, bytes]);
      begun = Buffer.alloc(0);
      return withoutEscapes(whole);
    },
    rest: () => begun.toString('latin1'),
  };
}

const lengthOfEscape = (bytes: Buffer, at: number): number => (bytes[at + 1] === LETTER_U ? UNICODE_LENGTH : 2);

/** −1 for an escape that cannot be base64. */
function characterOf(bytes: Buffer, at: number): number {
  if (bytes[at + 1] === SLASH) return SLASH;
  if (bytes[at + 1] !== LETTER_U) return -1;
  let code = 0;
  for (let digit = at + 2; digit < at + UNICODE_LENGTH; digit++) code = code * 16 + hexadecimal(bytes[digit] as number);
  return code >= 0 && code < 0x80 ? code : -1;
}

/** The value of a hexadecimal digit; far below any code for another character. */
function hexadecimal(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1_000_000;
}
