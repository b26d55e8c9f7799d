/**
 * WAV: RIFF or RF64, one fmt before one data chunk, uncompressed or G.711 samples. The samples are those that are
 * there. Writers that stream leave the sizes open, so the size of the whole file is not believed, and an open size of
 * the samples means "to the end of the file", as every decoder reads it.
 */
import { byteAt, type Bytes, isPadding, tag, u16le, u32le, u64le } from './bytes.ts';
import { agrees, type Inspection, must, refuse, refuseUnsupported, seconds } from './inspection.ts';

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly size: number;
}

export function inspectWav(bytes: Bytes): Inspection {
  const isLarge = ['RF64', 'BW64'].includes(tag(bytes, 0));
  must((isLarge || tag(bytes, 0) === 'RIFF') && tag(bytes, 8) === 'WAVE', 'no WAVE header');
  let format: Format | undefined;
  let data: Chunk | undefined;
  let told: number | undefined;
  for (const chunk of chunks(bytes, isLarge ? largeSizeOf(bytes) : null)) {
    if (chunk.type === 'fmt ') {
      must(format === undefined && data === undefined, 'a format twice or after the samples');
      format = formatAt(bytes, chunk);
    } else if (chunk.type === 'data') {
      must(data === undefined, 'samples twice');
      data = chunk;
    } else if (chunk.type === 'fact' && chunk.size >= 4) told = u32le(bytes, chunk.start);
  }
  const { blockBytes, rate } = format ?? refuse('no format');
  const blocks = Math.floor((data?.size ?? 0) / blockBytes);
  must(blocks > 0, 'no samples');
  const isToldSo = told === undefined || told === 0 || told >= OPEN_BYTES || agrees(told / rate, blocks / rate);
  must(isToldSo, 'another number of samples than declared');
  return { ok: true, durationSeconds: seconds(blocks, rate) };
}

/** Sizes of about 2 and 4 GB are what writers leave in a header that they never complete. No upload is as large. */
const OPEN_BYTES = 0x7fff_0000;

/** The size of the samples in the first chunk of an RF64 file, which holds the sizes that need 64 bits; null if open. */
function largeSizeOf(bytes: Bytes): number | null {
  must(tag(bytes, 12) === 'ds64' && u32le(bytes, 16) >= 24, 'an RF64 file without its sizes');
  const size = u64le(bytes, 28);
  return size === 0 || size >= OPEN_BYTES ? null : size;
}

/**
 * Chunks are padded to even sizes; the padding of the last one is often missing. In an RF64 file, a decoder takes the
 * size of the samples from the first chunk, so their own chunk must leave it open or agree.
 */
function* chunks(bytes: Bytes, large: number | null): Generator<Chunk> {
  const isLarge = tag(bytes, 0) !== 'RIFF';
  for (let at = 12; at < bytes.length;) {
    if (isEnd(bytes, at)) return;
    const [type, told, start] = [tag(bytes, at), u32le(bytes, at + 4), at + 8];
    must(byteAt(bytes, at) !== 0, 'a chunk without a name');
    must(!isLarge || type !== 'data' || [0, OPEN, large].includes(told), 'two sizes of its samples');
    const size = type === 'data' ? samplesBytes(bytes, start, isLarge ? (large ?? 0) : told) : told;
    must(start + size <= bytes.length, 'a chunk that does not fit');
    yield { type, start, size };
    at = start + size + (size % 2);
  }
}

const OPEN = 0xffff_ffff;

/** Looks for padding only where no chunk can begin, so that a file of many chunks is read once. */
const isEnd = (bytes: Bytes, at: number): boolean =>
  (at + 8 > bytes.length || byteAt(bytes, at) === 0 || at + 8 + u32le(bytes, at + 4) > bytes.length) &&
  isPadding(bytes, at);

/** An open size lasts to the end. Some writers declare the size of the whole file instead, or that in the RIFF header. */
function samplesBytes(bytes: Bytes, start: number, told: number): number {
  const left = bytes.length - start;
  const isOpen = told === 0 || told >= OPEN_BYTES || told === bytes.length || told === bytes.length - RIFF_HEAD_BYTES;
  return isOpen && (told === 0 || told > left) ? left : told;
}

const RIFF_HEAD_BYTES = 8;

interface Format {
  readonly blockBytes: number;
  readonly rate: number;
}

const EXTENSIBLE = 0xfffe;
/** The fixed part of the GUID that follows the format code in an extensible header. */
const GUID_TAIL = '\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71';
const BITS_OF: Readonly<Record<number, readonly number[]>> = { 1: [8, 16, 24, 32], 3: [32, 64], 6: [8], 7: [8] };
const CHANNELS_MAX = 64;
/** The highest rate of real converters. */
const RATE_MAX = 768_000;

const ENCODINGS: Readonly<Record<number, string>> = {
  0x02: 'ADPCM (Microsoft)',
  0x11: 'ADPCM (IMA)',
  0x31: 'GSM 6.10',
  0x50: 'MPEG audio layer I or II',
  0x55: 'MP3',
  0xff: 'AAC',
  0x161: 'Windows Media Audio',
  0x2000: 'AC-3',
};

function refuseEncoding(code: number, bits: number): never {
  const name = ENCODINGS[code] ?? (BITS_OF[code] === undefined ? 'an unknown encoding' : `samples of ${bits} bits`);
  const supported = 'PCM of 8, 16, 24 or 32 bits, floats of 32 or 64 bits, G.711';
  return refuseUnsupported(`the WAV encoding ${name} (0x${code.toString(16).padStart(4, '0')})`, supported);
}

function formatAt(bytes: Bytes, { start, size }: Chunk): Format {
  must(size >= 16, 'a format that is too short');
  const [code, channels, rate] = [codeAt(bytes, { start, size }), u16le(bytes, start + 2), u32le(bytes, start + 4)];
  const [bytesPerSecond, blockBytes, bits] = [
    u32le(bytes, start + 8),
    u16le(bytes, start + 12),
    u16le(bytes, start + 14),
  ];
  if (BITS_OF[code]?.includes(bits) !== true) refuseEncoding(code, bits);
  must(
    channels >= 1 && channels <= CHANNELS_MAX && rate > 0 && rate <= RATE_MAX,
    'an impossible number of channels or rate',
  );
  const isSpeed = bytesPerSecond === 0 || bytesPerSecond === rate * blockBytes; // 0: not filled in
  must(blockBytes === (channels * bits) / 8 && isSpeed, 'a format that contradicts itself');
  return { blockBytes, rate };
}

function codeAt(bytes: Bytes, { start, size }: Pick<Chunk, 'start' | 'size'>): number {
  const code = u16le(bytes, start);
  if (code !== EXTENSIBLE) return code;
  must(size >= 40 && tag(bytes, start + 26, 14) === GUID_TAIL, 'an unknown extensible format');
  return u16le(bytes, start + 24);
}
