/** Measures bytes by the checker's own readers of their forms: type, pixels and seconds. It shares no code with the system. */
import type { Measured } from '../views.ts';

type Facts = Pick<Measured, 'mimeType' | 'width' | 'height' | 'seconds'>;

const NOTHING = { width: null, height: null, seconds: null } as const;

export function measure(bytes: Buffer): Facts {
  for (const read of [png, jpeg, webp, avif, wav, flac, ogg, mp4, mp3]) {
    const facts = read(bytes);
    if (facts !== null) return facts;
  }
  return { ...NOTHING, mimeType: null };
}

const tagAt = (bytes: Buffer, at: number, length = 4): string => bytes.toString('latin1', at, at + length);

function png(bytes: Buffer): Facts | null {
  if (tagAt(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n') return null;
  return { ...NOTHING, mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpeg(bytes: Buffer): Facts | null {
  if (tagAt(bytes, 0, 3) !== '\xff\xd8\xff') return null;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (!isFrameHeader(bytes[at + 1] ?? 0)) continue;
    const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    return { ...NOTHING, mimeType: 'image/jpeg', width, height };
  }
  return null;
}

function webp(bytes: Buffer): Facts | null {
  if (tagAt(bytes, 0) !== 'RIFF' || tagAt(bytes, 8) !== 'WEBP') return null;
  const form = tagAt(bytes, 12);
  const said = { ...NOTHING, mimeType: 'image/webp' };
  if (form === 'VP8X') return { ...said, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ')
    return { ...said, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  const packed = bytes.readUInt32LE(21);
  return { ...said, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

function wav(bytes: Buffer): Facts | null {
  if (tagAt(bytes, 0) !== 'RIFF' || tagAt(bytes, 8) !== 'WAVE') return null;
  let perSecond = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [name, length] = [tagAt(bytes, at), bytes.readUInt32LE(at + 4)];
    if (name === 'fmt ') perSecond = bytes.readUInt32LE(at + 16);
    if (name === 'data')
      return { ...NOTHING, mimeType: 'audio/wav', seconds: Math.min(length, bytes.length - at - 8) / perSecond };
    at += 8 + length + (length % 2);
  }
  return null;
}

function flac(bytes: Buffer): Facts | null {
  if (tagAt(bytes, 0) !== 'fLaC') return null;
  const rate = bytes.readUIntBE(18, 3) >> 4;
  const samples = (bytes.readUInt8(21) & 0x0f) * 2 ** 32 + bytes.readUInt32BE(22);
  return { ...NOTHING, mimeType: 'audio/flac', seconds: samples / rate };
}

const OPUS_RATE = 48_000;

function ogg(bytes: Buffer): Facts | null {
  if (tagAt(bytes, 0) !== 'OggS') return null;
  const head = bytes.indexOf('OpusHead');
  const last = bytes.lastIndexOf('OggS');
  const skipped = head < 0 ? 0 : bytes.readUInt16LE(head + 10);
  const seconds = (Number(bytes.readBigInt64LE(last + 6)) - skipped) / OPUS_RATE;
  return { ...NOTHING, mimeType: 'audio/ogg', seconds };
}

/** Boxes of a container, or of a part of it. */
function* boxes(bytes: Buffer): Generator<readonly [name: string, content: Buffer]> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at);
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (length < 8) return;
    yield [tagAt(bytes, at + 4), bytes.subarray(at + (short === 1 ? 16 : 8), at + length)];
    at += length;
  }
}

/** Version and flags before the content of a full box. */
const FULL_BOX_BYTES = 4;
const NO_BYTES = Buffer.alloc(0);

const boxOf = (bytes: Buffer, wanted: string): Buffer | null =>
  [...boxes(bytes)].find(([name]) => name === wanted)?.[1] ?? null;

/** The sizes of all items are properties; the first one is that of the picture. */
function avif(bytes: Buffer): Facts | null {
  if (tagAt(bytes, 4) !== 'ftyp' || tagAt(bytes, 8) !== 'avif') return null;
  const about = boxOf(bytes, 'meta')?.subarray(FULL_BOX_BYTES) ?? NO_BYTES;
  const size = boxOf(boxOf(boxOf(about, 'iprp') ?? NO_BYTES, 'ipco') ?? NO_BYTES, 'ispe');
  return size === null
    ? null
    : { ...NOTHING, mimeType: 'image/avif', width: size.readUInt32BE(4), height: size.readUInt32BE(8) };
}

function mp4(bytes: Buffer): Facts | null {
  if (tagAt(bytes, 4) !== 'ftyp') return null;
  const movie = boxOf(bytes, 'moov');
  const header = movie === null ? null : boxOf(movie, 'mvhd');
  if (movie === null || header === null) return null;
  const isLong = header[0] === 1;
  const seconds = isLong
    ? Number(header.readBigUInt64BE(24)) / header.readUInt32BE(20)
    : header.readUInt32BE(16) / header.readUInt32BE(12);
  const sizes = [...boxes(movie)]
    .flatMap(([name, content]) => (name === 'trak' ? (boxOf(content, 'tkhd') ?? []) : []))
    .map((track) => [track.readUInt32BE(track.length - 8) / 65_536, track.readUInt32BE(track.length - 4) / 65_536])
    .filter(([width]) => width !== 0);
  const [width = null, height = null] = sizes[0] ?? [];
  return { mimeType: width === null ? 'audio/mp4' : 'video/mp4', width, height, seconds };
}

/** Kilobits a second of layer III, of MPEG 1 and of MPEG 2 and 2.5. */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const RATES: Readonly<Record<number, readonly number[]>> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
};

function mp3(bytes: Buffer): Facts | null {
  const isTagged = tagAt(bytes, 0, 3) === 'ID3';
  const tagLength = isTagged ? bytes.subarray(6, 10).reduce((length, digit) => length * 128 + digit, 0) + 10 : 0;
  let [at, seconds, frames] = [tagLength, 0, 0];
  for (;;) {
    const frame = at + 4 <= bytes.length ? frameAt(bytes, at) : null;
    if (frame === null) break;
    const isInfo = frames === 0 && /Xing|Info/.test(tagAt(bytes, at, Math.min(frame.length, 64)));
    if (!isInfo) seconds += frame.seconds;
    frames++;
    at += frame.length;
  }
  return frames === 0 ? null : { ...NOTHING, mimeType: 'audio/mpeg', seconds };
}

function frameAt(bytes: Buffer, at: number): { readonly length: number; readonly seconds: number } | null {
  const head = bytes.readUInt32BE(at);
  const [version, layer, rateIndex] = [(head >>> 19) & 3, (head >>> 17) & 3, (head >>> 10) & 3];
  if (head >>> 21 !== 0x7ff || layer !== 1) return null;
  const isFirst = version === 3;
  const rate = RATES[version]?.[rateIndex];
  const kilobits = BITRATES[isFirst ? 0 : 1][(head >>> 12) & 15];
  if (rate === undefined || kilobits === undefined || kilobits === 0) return null;
  const samples = isFirst ? 1152 : 576;
  return { length: Math.floor((samples * 125 * kilobits) / rate) + ((head >>> 9) & 1), seconds: samples / rate };
}
