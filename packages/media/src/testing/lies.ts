/**
 * Test support: every field of a file that declares a duration, a size or a number, and the file with some of them
 * changed.
 */
import { hasTag } from '../inspect/bytes.ts';
import { boxes } from '../inspect/mp4/boxes.ts';
import type { UploadMimeType } from '@farebox/contract';

export interface Field {
  readonly name: string;
  readonly at: number;
  readonly bytes: 1 | 2 | 4;
  readonly order: 'BE' | 'LE';
}

/** A deterministic generator (mulberry32): the same numbers for the same seed on every machine, with 0 ≤ n < 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The file with these fields changed, as far as their width allows. */
export function liedAbout(bytes: Buffer, fields: readonly Field[], change: (value: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  for (const { at, bytes: width, order } of fields) {
    const value = order === 'BE' ? copy.readUIntBE(at, width) : copy.readUIntLE(at, width);
    const lie = Math.min(2 ** (8 * width) - 1, Math.max(0, Math.round(change(value))));
    if (order === 'BE') copy.writeUIntBE(lie, at, width);
    else copy.writeUIntLE(lie, at, width);
  }
  return copy;
}

export function fieldsOf(bytes: Buffer, mimeType: UploadMimeType): readonly Field[] {
  if (mimeType === 'video/mp4') return [...mp4Fields(bytes, { start: 0, end: bytes.length })];
  if (mimeType === 'audio/wav') return wavFields(bytes);
  if (mimeType === 'audio/mpeg') return mp3Fields(bytes);
  return mimeType === 'image/png' ? pngFields : jpegFields(bytes);
}

const field = (name: string, at: number, bytes: 1 | 2 | 4): Field => ({ name, at, bytes, order: 'BE' });
const littleField = (name: string, at: number, bytes: 2 | 4): Field => ({ name, at, bytes, order: 'LE' });

const FOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'mvex', 'moof', 'traf']);

/** Every 32-bit word of these tables is a field: counts, times, sizes, offsets. */
const TABLES = new Set([
  'stts',
  'stsz',
  'stz2',
  'stsc',
  'stco',
  'co64',
  'elst',
  'trex',
  'tfhd',
  'trun',
  'mehd',
  'tfdt',
  'sidx',
]);
const HEADERS: Readonly<Record<string, readonly [string, number][]>> = {
  mvhd: [
    ['timescale', 12],
    ['duration', 16],
  ],
  mdhd: [
    ['timescale', 12],
    ['duration', 16],
  ],
  tkhd: [
    ['duration', 20],
    ['width', 76],
    ['height', 80],
  ],
};

function* mp4Fields(bytes: Buffer, within: { start: number; end: number }): Generator<Field> {
  for (const box of boxes(bytes, within)) {
    const name = `${box.type}@${box.at}`;
    if (FOLDERS.has(box.type)) yield* mp4Fields(bytes, box);
    for (const [what, offset] of HEADERS[box.type] ?? []) yield field(`${name}.${what}`, box.start + offset, 4);
    if (TABLES.has(box.type)) {
      for (let at = box.start + 4; at + 4 <= box.end; at += 4) yield field(`${name}+${at - box.start}`, at, 4);
    }
    if (box.type === 'stsd') {
      // Video: width, height. Audio: channels, bits, rate.
      for (const offset of [32, 34, 40, 42, 48]) yield field(`${name}.entry+${offset}`, box.start + offset, 2);
    }
  }
}

function wavFields(bytes: Buffer): readonly Field[] {
  const fields = [littleField('RIFF.size', 4, 4)];
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2)) {
    fields.push(littleField(`${bytes.toString('latin1', at, at + 4)}.size`, at + 4, 4));
    if (hasTag(bytes, at, 'fact')) fields.push(littleField('fact.samples', at + 8, 4));
    if (!hasTag(bytes, at, 'fmt ')) continue;
    for (const [name, offset, width] of FORMAT) fields.push(littleField(`fmt.${name}`, at + offset, width));
  }
  return fields;
}

const FORMAT: readonly [string, number, 2 | 4][] = [
  ['channels', 10, 2],
  ['rate', 12, 4],
  ['bytesPerSecond', 16, 4],
  ['blockBytes', 20, 2],
  ['bits', 22, 2],
];

function mp3Fields(bytes: Buffer): readonly Field[] {
  const summary = Math.max(bytes.indexOf('Xing'), bytes.indexOf('Info'));
  const tag = hasTag(bytes, 0, 'ID3') ? [field('ID3.size', 6, 4)] : [];
  if (summary === -1) return tag;
  return [...tag, field('frames', summary + 8, 4), field('bytes', summary + 12, 4), field('delay', summary + 141, 2)];
}

const pngFields: readonly Field[] = [field('width', 16, 4), field('height', 20, 4)];

function jpegFields(bytes: Buffer): readonly Field[] {
  const frame = [0xc0, 0xc2].map((code) => bytes.indexOf(Buffer.from([0xff, code]))).find((at) => at !== -1) ?? 0;
  return [field('height', frame + 5, 2), field('width', frame + 7, 2)];
}
