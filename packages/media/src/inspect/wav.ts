/** WAV: RIFF sizes that add up to the file, one fmt before one data chunk, uncompressed or G.711 samples. */
import { type Bytes, tag, u16le, u32le } from './bytes.ts';
import { agrees, type Inspection, must, refuse, seconds } from './inspection.ts';

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly size: number;
}

export function inspectWav(bytes: Bytes): Inspection {
  must(tag(bytes, 0) === 'RIFF' && tag(bytes, 8) === 'WAVE', 'no WAVE header');
  must(u32le(bytes, 4) + 8 === bytes.length, 'the RIFF size is not the file size');
  let format: { blockBytes: number; rate: number } | undefined;
  let data: Chunk | undefined;
  let told: number | undefined;
  for (const chunk of chunks(bytes)) {
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
  must(told === undefined || agrees(told / rate, blocks / rate), 'another number of samples than declared');
  return { ok: true, durationSeconds: seconds(blocks, rate) };
}

/** Chunks are padded to even sizes; the padding of the last one is often missing. */
function* chunks(bytes: Bytes): Generator<Chunk> {
  let at = 12;
  while (at < bytes.length) {
    const size = u32le(bytes, at + 4);
    const [start, end] = [at + 8, at + 8 + size];
    must(end <= bytes.length, 'a chunk that does not fit');
    yield { type: tag(bytes, at), start, size };
    at = end + (size % 2);
  }
}

const EXTENSIBLE = 0xfffe;
/** The fixed part of the GUID that follows the format code in an extensible header. */
const GUID_TAIL = '\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71';
const BITS_OF: Readonly<Record<number, readonly number[]>> = { 1: [8, 16, 24, 32], 3: [32, 64], 6: [8], 7: [8] };
const CHANNELS_MAX = 64;
/** The highest rate of real converters. */
const RATE_MAX = 768_000;

function formatAt(bytes: Bytes, { start, size }: Chunk): { blockBytes: number; rate: number } {
  must(size >= 16, 'a format that is too short');
  const [code, channels, rate] = [codeAt(bytes, { start, size }), u16le(bytes, start + 2), u32le(bytes, start + 4)];
  const [bytesPerSecond, blockBytes, bits] = [
    u32le(bytes, start + 8),
    u16le(bytes, start + 12),
    u16le(bytes, start + 14),
  ];
  must(BITS_OF[code]?.includes(bits), 'an encoding other than PCM, float or G.711');
  must(
    channels >= 1 && channels <= CHANNELS_MAX && rate > 0 && rate <= RATE_MAX,
    'an impossible number of channels or rate',
  );
  must(
    blockBytes === (channels * bits) / 8 && bytesPerSecond === rate * blockBytes,
    'a format that contradicts itself',
  );
  return { blockBytes, rate };
}

function codeAt(bytes: Bytes, { start, size }: Pick<Chunk, 'start' | 'size'>): number {
  const code = u16le(bytes, start);
  if (code !== EXTENSIBLE) return code;
  must(size >= 40 && tag(bytes, start + 26, 14) === GUID_TAIL, 'an unknown extensible format');
  return u16le(bytes, start + 24);
}
