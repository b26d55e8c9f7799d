/** The tags around and between the frames of an MP3, which are skipped by their declared size. */
import { type Bytes, hasTag, u32le, u8 } from './bytes.ts';
import { must } from './inspection.ts';

const TAGS_MAX = 8;

/** The position after any ID3v2 tags at the start. */
export function afterId3v2(bytes: Bytes): number {
  let at = 0;
  for (let count = 0; hasTag(bytes, at, 'ID3'); count++) {
    must(count < TAGS_MAX, 'too many tags');
    at = afterOneId3v2(bytes, at);
    must(at < bytes.length, 'a tag that does not fit');
  }
  return at;
}

function afterOneId3v2(bytes: Bytes, at: number): number {
  const footer = u8(bytes, at + 5) & 0x10 ? 10 : 0;
  return at + 10 + syncsafe(bytes, at + 6) + footer;
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
const LYRICS_BYTES_MAX = 5100;

/** The position after the tag that begins here; null if none does. Joined files have the tags of each in the middle. */
export function afterTag(bytes: Bytes, at: number): number | null {
  const end = tagEnd(bytes, at);
  must(end === null || end <= bytes.length, 'a tag that does not fit');
  return end;
}

function tagEnd(bytes: Bytes, at: number): number | null {
  if (hasTag(bytes, at, 'ID3')) return afterOneId3v2(bytes, at);
  if (hasTag(bytes, at, 'APETAGEX')) return afterApe(bytes, at);
  if (hasTag(bytes, at, 'TAG+')) return at + ID3V1_EXTENDED_BYTES;
  if (hasTag(bytes, at, 'TAG')) return at + ID3V1_BYTES;
  return hasTag(bytes, at, 'LYRICSBEGIN') ? afterLyrics(bytes, at) : null;
}

const APE_HEADER_BYTES = 32;

/** The size includes items and footer; a flag says whether a header precedes them. */
function afterApe(bytes: Bytes, at: number): number {
  const size = u32le(bytes, at + 12);
  const isHeader = (u8(bytes, at + 23) & 0x20) !== 0;
  must(isHeader || size === APE_HEADER_BYTES, 'an APE tag without its header');
  return at + (isHeader ? APE_HEADER_BYTES : 0) + size;
}

/** Lyrics3 ends with a word instead of beginning with a size. */
function afterLyrics(bytes: Bytes, at: number): number | null {
  const text = bytes.toString('latin1', at, Math.min(bytes.length, at + LYRICS_BYTES_MAX + 20));
  const end = /LYRICS(?:200|END)/.exec(text);
  return end === null ? null : at + end.index + end[0].length;
}
