/**
 * The positions of a track's samples, from its tables. Every sample must be inside the media data of this file, and
 * their number is limited by its bytes. Contradictory tables are refused, so that no count or size is trusted alone.
 */
import { type Bytes, u16be, u32be, u64be, u8 } from '../bytes.ts';
import { must, refuse } from '../inspection.ts';
import { type Box, child, maybeChild, payload } from './boxes.ts';

export interface Samples {
  /** An index refers to the same sample in both arrays. */
  readonly offsets: number[];
  readonly sizes: number[];
}

/** The media data of a file, and how much of it is still unclaimed: two samples never share bytes. */
export interface Media {
  readonly boxes: readonly Box[];
  unclaimedBytes: number;
  unclaimedSamples: number;
}

/**
 * Enough for two hours of speech and video in their smallest packets. It limits the work for one file to some 10 MB
 * and 100 ms.
 */
export const SAMPLES_MAX = 400_000;

export const mediaOf = (boxes: readonly Box[]): Media => ({
  boxes,
  unclaimedBytes: boxes.reduce((sum, { start, end }) => sum + end - start, 0),
  unclaimedSamples: SAMPLES_MAX,
});

/** Claims consecutive samples from `start`, all in one box of media data. Returns the position after them. */
export function claimRun(
  media: Media,
  { start, count, sizeOf }: { start: number; count: number; sizeOf: (index: number) => number },
  samples: Samples,
): number {
  const box = boxAround(media.boxes, start);
  media.unclaimedSamples -= count;
  must(media.unclaimedSamples >= 0, 'more samples than a file may have');
  let at = start;
  for (let index = 0; index < count; index++) {
    const size = sizeOf(index);
    samples.offsets.push(at);
    samples.sizes.push(size);
    at += size;
  }
  must(at <= box.end, 'samples that reach out of the media data');
  media.unclaimedBytes -= at - start;
  must(media.unclaimedBytes >= 0, 'samples that share their bytes');
  return at;
}

/** The boxes are in the order of the file. */
function boxAround(boxes: readonly Box[], at: number): Box {
  let [low, high] = [0, boxes.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((boxes[middle]?.start ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const box = boxes[low];
  must(box !== undefined && at >= box.start && at <= box.end, 'a chunk outside the media data');
  return box;
}

/** All samples of `stbl`, in the order of its chunks. */
export function samplesOf(bytes: Bytes, stbl: Box, media: Media): Samples {
  const samples: Samples = { offsets: [], sizes: [] };
  const { count, sizeOf } = sizes(bytes, stbl);
  const chunks = chunkTable(bytes, stbl);
  const perChunk = samplesPerChunk(payload(bytes, child(bytes, stbl, 'stsc')), chunks.count);
  let first = 0;
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const from = first;
    const inChunk = perChunk(chunk);
    must(from + inChunk <= count, 'chunks of more samples than there are sizes');
    claimRun(media, { start: chunks.offset(chunk), count: inChunk, sizeOf: (index) => sizeOf(from + index) }, samples);
    first += inChunk;
  }
  must(first === count, 'more sizes than samples in the chunks');
  return samples;
}

interface Sizes {
  readonly count: number;
  readonly sizeOf: (index: number) => number;
}

function sizes(bytes: Bytes, stbl: Box): Sizes {
  const box = maybeChild(bytes, stbl, 'stsz');
  if (box === null) return compactSizes(payload(bytes, maybeChild(bytes, stbl, 'stz2') ?? refuse('no stsz')));
  const stsz = payload(bytes, box);
  const [each, count] = [u32be(stsz, 4), u32be(stsz, 8)];
  must(stsz.length === (each === 0 ? 12 + count * 4 : 12), 'a table of sizes of another size');
  return { count, sizeOf: each === 0 ? (index) => u32be(stsz, 12 + index * 4) : () => each };
}

function compactSizes(stz2: Bytes): Sizes {
  const [fieldBits, count] = [u8(stz2, 7), u32be(stz2, 8)];
  must([4, 8, 16].includes(fieldBits), 'a table of sizes of another kind');
  must(stz2.length === 12 + Math.ceil((count * fieldBits) / 8), 'a table of sizes of another size');
  const nibble = (index: number) => (u8(stz2, 12 + (index >> 1)) >> (index % 2 === 0 ? 4 : 0)) & 15;
  if (fieldBits === 4) return { count, sizeOf: nibble };
  return { count, sizeOf: (index) => (fieldBits === 8 ? u8(stz2, 12 + index) : u16be(stz2, 12 + index * 2)) };
}

function chunkTable(bytes: Bytes, stbl: Box): { count: number; offset: (chunk: number) => number } {
  const [stco, co64] = [maybeChild(bytes, stbl, 'stco'), maybeChild(bytes, stbl, 'co64')];
  must(stco === null || co64 === null, 'two tables of chunks');
  const table = payload(bytes, stco ?? co64 ?? refuse('a track without chunks'));
  const entryBytes = stco === null ? 8 : 4;
  const count = u32be(table, 4);
  must(8 + count * entryBytes === table.length, 'a chunk table of another size');
  const read = stco === null ? u64be : u32be;
  return { count, offset: (chunk) => read(table, 8 + chunk * entryBytes) };
}

/** Must be called for each chunk, in order. */
function samplesPerChunk(stsc: Bytes, chunks: number): (chunk: number) => number {
  const count = u32be(stsc, 4);
  must(8 + count * 12 === stsc.length, 'a table of chunk lengths of another size');
  must(chunks === 0 || (count > 0 && u32be(stsc, 8) === 1), 'chunks without a length');
  let entry = 0;
  return (chunk) => {
    if (entry + 1 < count && u32be(stsc, 8 + (entry + 1) * 12) <= chunk + 1) entry++;
    must(entry + 1 >= count || u32be(stsc, 8 + (entry + 1) * 12) > chunk + 1, 'chunk lengths out of order');
    return u32be(stsc, 8 + entry * 12 + 4);
  };
}
