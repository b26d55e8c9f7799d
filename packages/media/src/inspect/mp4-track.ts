/** One trak box: what it holds, how long it lasts, and that its media is inside this very file. */
import { tag, u16be, u32be, u64be, u8 } from './bytes.ts';
import { must } from './inspection.ts';
import { type Box, boxes, child, maybeChild, payload } from './mp4-boxes.ts';

export interface Track {
  readonly id: number;
  /** `vide`, `soun`, … */
  readonly handler: string;
  readonly timescale: number;
  /** In `timescale`; 0 in a fragmented file. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
}

export function trackOf(bytes: Buffer, trak: Box, media: { readonly start: number; readonly end: number }): Track {
  const tkhd = payload(bytes, child(bytes, trak, 'tkhd'));
  const mdia = child(bytes, trak, 'mdia');
  const handler = tag(payload(bytes, child(bytes, mdia, 'hdlr')), 8);
  const minf = child(bytes, mdia, 'minf');
  const stbl = child(bytes, minf, 'stbl');
  checkSelfContained(bytes, minf);
  checkChunks(bytes, stbl, media);
  const id = u32be(tkhd, u8(tkhd, 0) === 1 ? 20 : 12);
  return { id, handler, ...timing(payload(bytes, child(bytes, mdia, 'mdhd'))), ...size(bytes, stbl, handler) };
}

/** mvhd and mdhd begin alike. */
export function timing(header: Buffer): { timescale: number; duration: number } {
  const long = u8(header, 0) === 1;
  const timescale = u32be(header, long ? 20 : 12);
  const duration = long ? u64be(header, 24) : u32be(header, 16);
  must(timescale > 0, 'a timescale of zero');
  const unknown = duration === 0xffff_ffff || duration >= 2 ** 53;
  return { timescale, duration: unknown ? 0 : duration };
}

/** An entry that names another place would have a player, or ffmpeg, open it. */
function checkSelfContained(bytes: Buffer, minf: Box): void {
  const dref = payload(bytes, child(bytes, child(bytes, minf, 'dinf'), 'dref'));
  for (const entry of boxes(dref, { start: 8, end: dref.length })) {
    must((u32be(payload(dref, entry), 0) & 1) === 1, 'media in another file');
  }
}

/** The first entry of a visual sample description says the coded size. */
function size(bytes: Buffer, stbl: Box, handler: string): { width: number; height: number } {
  const stsd = payload(bytes, child(bytes, stbl, 'stsd'));
  must(u32be(stsd, 4) >= 1, 'a track without a sample description');
  const entry = 8;
  must(u32be(stsd, entry) >= 16 && entry + u32be(stsd, entry) <= stsd.length, 'a sample description that does not fit');
  if (handler !== 'vide') return { width: 0, height: 0 };
  return { width: u16be(stsd, entry + 32), height: u16be(stsd, entry + 34) };
}

function checkChunks(bytes: Buffer, stbl: Box, media: { readonly start: number; readonly end: number }): void {
  const [stco, co64] = [maybeChild(bytes, stbl, 'stco'), maybeChild(bytes, stbl, 'co64')];
  const box = stco ?? co64;
  must(box !== null, 'a track without chunks');
  const [table, entryBytes] = [payload(bytes, box), stco === null ? 8 : 4];
  const count = u32be(table, 4);
  must(8 + count * entryBytes === table.length, 'a chunk table of another size');
  for (let at = 8; at < table.length; at += entryBytes) {
    const offset = stco === null ? u64be(table, at) : u32be(table, at);
    must(offset >= media.start && offset < media.end, 'a chunk outside the media data');
  }
}
