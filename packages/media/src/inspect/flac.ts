/** FLAC as our own tools make it: STREAMINFO declares the duration, and the last frame must agree. Not an upload type. */
import { bufferOf, byteAt, type Bytes, tag, u16be, u32be, u8 } from './bytes.ts';
import { type Inspection, must, refuse, seconds } from './inspection.ts';

const STREAMINFO_BYTES = 34;
const BLOCKS_MAX = 64;

export function inspectFlac(bytes: Bytes): Inspection {
  must(tag(bytes, 0) === 'fLaC', 'no FLAC header');
  must((u8(bytes, 4) & 0x7f) === 0 && u24(bytes, 5) === STREAMINFO_BYTES, 'no STREAMINFO first');
  const [packed, low] = [u32be(bytes, 18), u32be(bytes, 22)];
  const rate = packed >>> 12;
  const samples = (packed & 0xf) * 2 ** 32 + low;
  must(rate > 0 && samples > 0, 'no rate, or no samples');
  const first = frameAt(bytes, afterMetadata(bytes)) ?? refuse('no frame after the header');
  const last = lastFrame(bytes);
  const before = last.isCounted ? last.number : last.number * first.samples;
  must(before + last.samples === samples, 'another number of samples than its frames have');
  return { ok: true, durationSeconds: seconds(samples, rate) };
}

const u24 = (bytes: Bytes, at: number): number => u8(bytes, at) * 65_536 + u16be(bytes, at + 1);

function afterMetadata(bytes: Bytes): number {
  let at = 4;
  for (let count = 0; count < BLOCKS_MAX; count++) {
    const isLast = (u8(bytes, at) & 0x80) !== 0;
    at += 4 + u24(bytes, at + 1);
    if (isLast) return at;
  }
  return refuse('too many blocks before the frames');
}

interface Frame {
  readonly samples: number;
  /** The number of the frame, or of its first sample if the frame sizes differ. */
  readonly number: number;
  readonly isCounted: boolean;
}

/** Two bytes may look like a frame by chance, but then the checksum is almost never correct. */
function lastFrame(bytes: Bytes): Frame {
  for (let at = bytes.length - 6; at > 0; at--) {
    const frame = byteAt(bytes, at) === 0xff && (byteAt(bytes, at + 1) ?? 0) >> 1 === 0x7c ? frameAt(bytes, at) : null;
    if (frame !== null) return frame;
  }
  return refuse('no frame');
}

const SIZES: Readonly<Record<number, number>> = { 1: 192, 2: 576, 3: 1152, 4: 2304, 5: 4608 };
const NUMBER_BYTES_MAX = 7;

function frameAt(bytes: Bytes, at: number): Frame | null {
  if (at + 6 > bytes.length || byteAt(bytes, at) !== 0xff || (byteAt(bytes, at + 1) ?? 0) >> 1 !== 0x7c) return null;
  const [size, rate] = [u8(bytes, at + 2) >> 4, u8(bytes, at + 2) & 0xf];
  const coded = numberAt(bytes, at + 4);
  if (coded === null) return null;
  let end = coded.end;
  const sizeBytes = size === 6 ? 1 : size === 7 ? 2 : 0;
  const rateBytes = rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0;
  if (end + sizeBytes + rateBytes + 1 > bytes.length) return null;
  const told = sizeBytes === 0 ? 0 : bytes.readUIntBE(end, sizeBytes) + 1;
  end += sizeBytes + rateBytes;
  if (crc8(bufferOf(bytes.subarray(at, end))) !== u8(bytes, end)) return null;
  const samples = size >= 8 ? 256 << (size - 8) : (SIZES[size] ?? told);
  return { samples, number: coded.number, isCounted: (u8(bytes, at + 1) & 1) === 1 };
}

/** Coded like UTF-8, up to 36 bits. */
function numberAt(bytes: Bytes, at: number): { readonly number: number; readonly end: number } | null {
  const first = byteAt(bytes, at) ?? 0xff;
  const length = first < 0x80 ? 1 : Math.clz32(~(first << 24));
  if (length > NUMBER_BYTES_MAX || (length === 1 && first >= 0x80) || at + length > bytes.length) return null;
  let number = length === 1 ? first : first & (0x7f >> length);
  for (const byte of bufferOf(bytes.subarray(at + 1, at + length))) {
    if (byte >> 6 !== 2) return null;
    number = number * 64 + (byte & 0x3f);
  }
  return { number, end: at + length };
}

function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x80 ? 0x07 : 0)) & 0xff;
  }
  return crc;
}
