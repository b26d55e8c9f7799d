/**
 * Test support: a film whose audio track packs several AAC frames into each sample, so that it is longer than its
 * tables show.
 */
import { readFileSync } from 'node:fs';

const FOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts']);
const FILM = new URL('../../../../packages/media/fixtures/moov-last.mp4', import.meta.url);

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};
const box = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([u32(payload.length + 8), Buffer.from(type), payload]);

interface Found {
  readonly type: string;
  readonly payload: Buffer;
}

function* boxes(bytes: Buffer): Generator<Found> {
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      payload: bytes.subarray(at + 8, at + bytes.readUInt32BE(at)),
    };
  }
}

const tableOf = (trak: Buffer, type: string): Buffer => {
  const at = trak.indexOf(type);
  return trak.subarray(at + 4, at - 4 + trak.readUInt32BE(at - 4));
};

/** Its tables show 0.46 s; it decodes to more than a second. */
export function packedSound(): Buffer {
  const film = [...boxes(readFileSync(FILM))].map(({ type, payload }) =>
    box(type, type === 'moov' ? moov(payload) : payload),
  );
  return Buffer.concat(film);
}

function moov(payload: Buffer): Buffer {
  const parts = [...boxes(payload)].map(({ type, payload: inner }) => {
    if (type === 'trak') return box(type, inner.includes('soun') ? sound(inner) : pictures(inner));
    return box(type, type === 'mvhd' ? told(inner, 16) : inner);
  });
  return Buffer.concat(parts);
}

/** Sets a duration in the header to "unknown". */
function told(header: Buffer, at: number): Buffer {
  const copy = Buffer.from(header);
  copy.writeUInt32BE(0xffffffff, at);
  return copy;
}

/** Makes the image track ten times as fast, and shows each picture when it is decoded. */
const pictures = (trak: Buffer): Buffer =>
  rebuilt(trak, {
    stts: (stts) => Buffer.concat([stts.subarray(0, 12), u32(100)]),
    ctts: () => Buffer.concat([u32(0), u32(1), tableOf(trak, 'stts').subarray(8, 12), u32(0)]),
  });

/** Rebuilds the audio track so that each chunk becomes one sample. */
function sound(trak: Buffer): Buffer {
  const [stsz, stsc] = [tableOf(trak, 'stsz'), tableOf(trak, 'stsc')];
  const chunks = tableOf(trak, 'stco').readUInt32BE(4);
  const sizes = Array.from({ length: chunks }, () => 0);
  let sample = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    let entry = 8;
    while (entry + 12 < stsc.length && stsc.readUInt32BE(entry + 12) <= chunk + 1) entry += 12;
    for (let left = stsc.readUInt32BE(entry + 4); left > 0; left--)
      sizes[chunk]! += stsz.readUInt32BE(12 + 4 * sample++);
  }
  return rebuilt(trak, {
    stts: () => u32(0, 1, chunks, 1024),
    stsc: () => u32(0, 1, 1, 1, 1),
    stsz: () => u32(0, 0, chunks, ...sizes),
  });
}

function rebuilt(parent: Buffer, tables: Readonly<Record<string, (payload: Buffer) => Buffer>>): Buffer {
  const parts = [...boxes(parent)].flatMap(({ type, payload }) => {
    if (type === 'edts' || type === 'sgpd' || type === 'sbgp') return [];
    if (type === 'tkhd') return [box(type, told(payload, 20))];
    if (type === 'mdhd') return [box(type, told(payload, 16))];
    if (FOLDERS.has(type)) return [box(type, rebuilt(payload, tables))];
    return [box(type, tables[type]?.(payload) ?? payload)];
  });
  return Buffer.concat(parts);
}
