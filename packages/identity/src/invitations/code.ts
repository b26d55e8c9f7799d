/** The text of an invitation code: `fbinv_<public id>_<secret>_<checksum>`, with the same parts as a key. It must never be stored or logged. */
import { randomBase62 } from '../keys/base62.ts';
import { checksum, type Token } from '../keys/token.ts';

const PUBLIC_ID_LENGTH = 16;
/** 28 × 5.95 = 166 bits, which cannot be guessed. */
const SECRET_LENGTH = 28;
const CODE = /^(fbinv_([0-9A-Za-z]{16})_[0-9A-Za-z]{28})_([0-9A-Za-z]{6})$/;

export function newCode(): Token {
  const publicId = randomBase62(PUBLIC_ID_LENGTH);
  const signed = `fbinv_${publicId}_${randomBase62(SECRET_LENGTH)}`;
  return { text: `${signed}_${checksum(signed)}`, publicId };
}

/** Null if the text cannot be a code. */
export function parseCode(text: string): Token | null {
  const [, signed = '', publicId = '', sum] = CODE.exec(text) ?? [];
  return sum !== undefined && checksum(signed) === sum ? { text, publicId } : null;
}
