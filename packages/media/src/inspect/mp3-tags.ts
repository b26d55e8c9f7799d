/** The tags around an MP3's frames, which are skipped by their declared size. */
import { type Bytes, hasTag, skipZeros, u32le, u8 } from './bytes.ts';
import { must } from './inspection.ts';

const TAGS_MAX = 8;

/** The position after any ID3v2 tags at the start. */
export function afterId3v2(bytes: Bytes): number {
  let at = 0;
  for (let count = 0; hasTag(bytes, at, 'ID3'); count++) {
    must(count < TAGS_MAX, 'too many tags');
    const footer = u8(bytes, at + 5) & 0x10 ? 10 : 0;
    at += 10 + syncsafe(bytes, at + 6) + footer;
    must(at < bytes.length, 'a tag that does not fit');
  }
  return at;
}

/** 28 bits, seven in each byte. */
function syncsafe(bytes: Bytes, at: number): number {
  const parts = [0, 1, 2, 3].map((index) => u8(bytes, at + index));
  must(
    parts.every((part) => part < 0x80),
    'a tag without a size',
  );
  return parts.reduce((size, part) => size * 128 + part, 0);
}

const ID3V1_BYTES = 128;
const ID3V1_EXTENDED_BYTES = 227;

/** The position after everything known that may follow the frames. */
export function afterTrailingTags(bytes: Bytes, end: number): number {
  let at = skipZeros(bytes, end);
  if (hasTag(bytes, at, 'APETAGEX')) at = afterApe(bytes, at);
  if (hasTag(bytes, at, 'TAG+')) at += ID3V1_EXTENDED_BYTES;
  if (hasTag(bytes, at, 'TAG')) at += ID3V1_BYTES;
  return at;
}

const APE_HEADER_BYTES = 32;

/** The size includes items and footer; a flag says whether a header precedes them. */
function afterApe(bytes: Bytes, at: number): number {
  const size = u32le(bytes, at + 12);
  const isHeader = (u8(bytes, at + 23) & 0x20) !== 0;
  must(isHeader || size === APE_HEADER_BYTES, 'an APE tag without its header');
  return at + (isHeader ? APE_HEADER_BYTES : 0) + size;
}
