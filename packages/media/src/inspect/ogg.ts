/**
 * Opus in Ogg as our own tools make it: one stream of consecutive pages, whose last position gives the duration. Not
 * an upload type.
 */
import { bufferOf, type Bytes, tag, u16le, u32le, u8 } from './bytes.ts';
import { type Inspection, must, seconds } from './inspection.ts';
import { oggCrc } from './ogg-crc.ts';

/** Opus positions count at this rate, whatever the source was. */
const RATE = 48_000;
const PAGE_BYTES = 27;
const CRC_AT = 22;
const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

interface Page {
  readonly flags: number;
  readonly position: bigint;
  readonly serial: number;
  readonly number: number;
  readonly body: number;
  readonly end: number;
}

export function inspectOgg(bytes: Bytes): Inspection {
  const head = pageAt(bytes, 0);
  must((head.flags & FIRST) !== 0 && tag(bytes, head.body, 8) === 'OpusHead', 'no Opus stream');
  const skip = u16le(bytes, head.body + 10);
  let [page, position] = [head, 0n];
  while (page.end < bytes.length) {
    const next = pageAt(bytes, page.end);
    must(next.serial === head.serial && (next.flags & FIRST) === 0, 'another stream');
    must(next.number === page.number + 1, 'a page is missing');
    must(next.position === NO_POSITION || next.position >= position, 'a position that goes back');
    if (next.position !== NO_POSITION) position = next.position;
    page = next;
  }
  must((page.flags & LAST) !== 0, 'the last page is missing');
  must(position > BigInt(skip), 'no samples');
  return { ok: true, durationSeconds: seconds(Number(position) - skip, RATE) };
}

function pageAt(bytes: Bytes, at: number): Page {
  must(tag(bytes, at) === 'OggS' && u8(bytes, at + 4) === 0, 'no page of Ogg');
  const count = u8(bytes, at + 26);
  const body = at + PAGE_BYTES + count;
  let end = body;
  for (let segment = 0; segment < count; segment++) end += u8(bytes, at + PAGE_BYTES + segment);
  must(end <= bytes.length, 'the file ends inside a page');
  const crc = oggCrc(bufferOf(bytes.subarray(at, end)), CRC_AT);
  must(crc === u32le(bytes, at + CRC_AT), 'a page that was damaged');
  const position = bytes.readBigUInt64LE(at + 6);
  const flags = u8(bytes, at + 5) & (CONTINUED | FIRST | LAST);
  return { flags, position, serial: u32le(bytes, at + 14), number: u32le(bytes, at + 18), body, end };
}
