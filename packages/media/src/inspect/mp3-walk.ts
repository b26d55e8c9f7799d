/**
 * Walks the frames of an MP3 as a decoder does that searches for frames: over tags between joined files, and over the
 * rest of a frame at either end of each of them. All other bytes are refused. The seconds are those of all frames, and
 * of anything in between that a decoder might hear.
 */
import { byteAt, type Bytes, hasTag, isPadding, skipZeros } from './bytes.ts';
import { must, refuse, refuseUnsupported } from './inspection.ts';
import { frameHeader, type FrameHeader, hasLayer, SIZE_BYTES_MAX } from './mp3-frame.ts';
import { afterId3v2, afterTag } from './mp3-tags.ts';

export interface Walk {
  readonly first: FrameHeader;
  readonly firstAt: number;
  frames: number;
  seconds: number;
  /** Seconds that a decoder may hear between the frames. */
  hidden: number;
  /** The position after the last frame. */
  end: number;
  /** The last frame that looks like the first of a file: its position, and the number of frames before it. */
  head: { readonly at: number; readonly before: number };
}

/** Joined files have two or three tags each, and few of them are cut; one with many more was made to be slow. */
const GAPS_MAX = 10_000;
const CUTS_MAX = 256;

/** @param isHead whether the frame at this position carries the summary of a file. */
export function walkFrames(bytes: Bytes, isHead: (at: number, frame: FrameHeader) => boolean): Walk {
  const start = skipZeros(bytes, afterId3v2(bytes));
  const firstAt = isFrame(bytes, start) ? start : firstFrame(bytes, start);
  const first = frameHeader(bytes, firstAt) ?? refuse('no Layer III frame');
  const head = { at: firstAt, before: 0 };
  const walk: Walk = { first, firstAt, frames: 0, seconds: 0, hidden: 0, end: firstAt, head };
  walk.hidden += framesIn(bytes, start) + longestIn(bytes, start, firstAt);
  let [at, from, previous, gaps, cuts] = [firstAt, firstAt, first, 0, 0];
  while (at < bytes.length) {
    const frame = frameHeader(bytes, at);
    if (frame !== null && at + frame.sizeBytes <= bytes.length && follows(bytes, { at, frame, previous })) {
      if (isHead(at, frame)) walk.head = { at, before: walk.frames };
      walk.frames++;
      walk.seconds += frame.samples / frame.rate;
      [from, at, previous] = [at, at + frame.sizeBytes, frame];
      walk.end = at;
      continue;
    }
    must(++gaps <= GAPS_MAX, 'too many tags');
    const { next, hidden, isCut } = gap(bytes, at, from);
    must(!isCut || ++cuts <= CUTS_MAX, 'too many incomplete frames');
    walk.hidden += hidden;
    at = next;
  }
  return walk;
}

const isAlike = (one: FrameHeader, other: FrameHeader): boolean =>
  one.rate === other.rate && one.samples === other.samples;

interface Candidate {
  readonly at: number;
  readonly frame: FrameHeader;
  readonly previous: FrameHeader;
}

/** A frame of another kind begins another file, so there must be one more like it. */
function follows(bytes: Bytes, { at, frame, previous }: Candidate): boolean {
  if (isAlike(frame, previous)) return true;
  const next = frameHeader(bytes, at + frame.sizeBytes);
  return next !== null && isAlike(next, frame);
}

/** The position after the rest of a frame, with which a file that was cut from a longer one begins. */
function firstFrame(bytes: Bytes, start: number): number {
  if (hasTag(bytes, start, 'RIFF') || hasTag(bytes, start, 'OggS') || hasTag(bytes, start + 4, 'ftyp'))
    refuse('a file of another type');
  for (let at = start + 1; at < start + SIZE_BYTES_MAX; at++) if (isChain(bytes, at)) return at;
  for (const layer of [1, 2] as const)
    if (hasLayer(bytes, start, layer)) refuseUnsupported(`MPEG audio layer ${'I'.repeat(layer)}`, 'layer III (MP3)');
  if (hasLayer(bytes, start, 3)) refuseUnsupported('MP3 of free format', 'MP3 of a bitrate that its frames name');
  return refuse('no Layer III frame');
}

const CHAIN_FRAMES = 3;

/** Whether consecutive frames begin here: as many as do not occur by chance, or two until the end. */
function isChain(bytes: Bytes, start: number): boolean {
  let [at, previous] = [start, frameHeader(bytes, start)];
  for (let count = 0; previous !== null; count++) {
    if (count === CHAIN_FRAMES) return true;
    at += previous.sizeBytes;
    if (at === bytes.length) return count >= 1;
    const next = frameHeader(bytes, at);
    previous = next !== null && isAlike(next, previous) ? next : null;
  }
  return false;
}

const isFrame = (bytes: Bytes, at: number): boolean => {
  const frame = frameHeader(bytes, at);
  return frame !== null && at + frame.sizeBytes <= bytes.length;
};

interface Gap {
  readonly next: number;
  readonly hidden: number;
  /** Whether there is the rest of a frame. */
  readonly isCut?: boolean;
}

/** @param from the start of the last frame, which another file or a tag may have interrupted. */
function gap(bytes: Bytes, at: number, from: number): Gap {
  const tagged = afterTag(bytes, at);
  if (tagged !== null) return { next: tagged, hidden: hiddenIn(bytes, at, tagged) };
  const zeros = skipZeros(bytes, at);
  if (zeros > at) return { next: zeros, hidden: 0 };
  if (isPadding(bytes, at)) return { next: bytes.length, hidden: 0 };
  const resumed = resumption(bytes, at, from);
  if (resumed !== null)
    return { next: resumed, hidden: longestIn(bytes, Math.min(at, from + 1), resumed), isCut: true };
  const last = frameHeader(bytes, at);
  const isHeader = last !== null || (bytes.length - at < HEADER_BYTES && byteAt(bytes, at) === 0xff);
  must(isHeader, 'bytes that are neither frames nor a known tag');
  // The last frame is cut; decoders play it with silence for the missing part.
  return { next: bytes.length, hidden: last === null ? 0 : last.samples / last.rate };
}

const HEADER_BYTES = 4;
const TAGS = ['ID3', 'TAG', 'APETAGEX', 'LYRICSBEGIN'];
const TAG_BYTES = new Set(TAGS.map((tag) => tag.charCodeAt(0)));

/** Where frames or tags continue after the rest of a frame; null if they do not. */
function resumption(bytes: Bytes, at: number, from: number): number | null {
  const last = Math.min(bytes.length, at + SIZE_BYTES_MAX);
  for (let next = from + HEADER_BYTES; next < last; next++) {
    if (next === at) continue;
    const byte = byteAt(bytes, next) ?? 0;
    if (TAG_BYTES.has(byte) && TAGS.some((tag) => hasTag(bytes, next, tag)) && isWholeTag(bytes, next)) return next;
    if (byte === 0xff && isChain(bytes, next)) return next;
  }
  return null;
}

/** A tag after part of a frame must end where something is known to begin, because three letters occur by chance. */
function isWholeTag(bytes: Bytes, at: number): boolean {
  const isId3v1 = hasTag(bytes, at, 'TAG');
  if (isId3v1) return bytes.length - at === 128 || isChain(bytes, at + 128) || hasTag(bytes, at + 128, 'ID3');
  if (!hasTag(bytes, at, 'ID3')) return true;
  return (
    (byteAt(bytes, at + 3) ?? 0xff) <= 4 && [6, 7, 8, 9].every((part) => (byteAt(bytes, at + part) ?? 0x80) < 0x80)
  );
}

/**
 * Audio that a decoder may find in a tag if it searches for frames and does not skip tags. A picture in a tag looks
 * like a frame by chance, once in some thousand bytes.
 */
function hiddenIn(bytes: Bytes, start: number, end: number): number {
  let [total, at] = [0, start];
  while (at < end) {
    const frame = byteAt(bytes, at) === 0xff && (byteAt(bytes, at + 1) ?? 0) > 0xe0 ? frameHeader(bytes, at) : null;
    const fits = frame !== null && at + frame.sizeBytes <= end;
    if (fits) total += frame.samples / frame.rate;
    at += fits ? frame.sizeBytes : 1;
  }
  return total;
}

/**
 * Audio in the tags before the first frame, which decoders skip: only what is certainly frames, because a cover picture
 * has some by chance. A tag that declares a few frames as its own lowers no price.
 */
function framesIn(bytes: Bytes, end: number): number {
  let total = 0;
  for (let at = 0; at < end;) {
    const frame = byteAt(bytes, at) === 0xff && isChain(bytes, at) ? frameHeader(bytes, at) : null;
    total += frame === null ? 0 : frame.samples / frame.rate;
    at += frame?.sizeBytes ?? 1;
  }
  return total;
}

/** The most that a decoder can hear in a few bytes that are no frames, wherever it begins: the longest of all chains. */
function longestIn(bytes: Bytes, start: number, end: number): number {
  const longest = new Float64Array(Math.max(0, end - start) + 1);
  for (let at = end - 1; at >= start; at--) {
    const frame = byteAt(bytes, at) === 0xff ? frameHeader(bytes, at) : null;
    const fits = frame !== null && at + frame.sizeBytes <= end;
    const own = fits ? frame.samples / frame.rate + (longest[at + frame.sizeBytes - start] ?? 0) : 0;
    longest[at - start] = Math.max(longest[at - start + 1] ?? 0, own);
  }
  return longest[0] ?? 0;
}
