/** The text of an invitation's code: `tginv_<public id>_<secret>_<checksum>`, of the parts that a key has. It must never be stored or logged. */
import { randomBase62 } from '../keys/base62.ts';
import { checksum, type Token } from '../keys/token.ts';

const PUBLIC_ID_LENGTH = 16;
/** 28 × 5.95 = 166 bits: nobody guesses one. */
const SECRET_LENGTH = 28;
const CODE = /^(tginv_([0-9A-Za-z]{16})_[0-9A-Za-z]{28})_([0-9A-Za-z]{6})$/;

export function newCode(): Token {
  const publicId = randomBase62(PUBLIC_ID_LENGTH);
  const signed = `tginv_${publicId}_${randomBase62(SECRET_LENGTH)}`;
  return { text: `${signed}_${checksum(signed)}`, publicId };
}

/** Null for anything that no code can be. */
export function parseCode(text: string): Token | null {
  const [, signed = '', publicId = '', sum] = CODE.exec(text) ?? [];
  return sum !== undefined && checksum(signed) === sum ? { text, publicId } : null;
}
