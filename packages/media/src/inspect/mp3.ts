/**
 * MP3: optional ID3v2 tags, consecutive Layer III frames, then optional APE and ID3v1 tags. The frames define the
 * duration; a Xing or VBRI header must agree. Without such a header, a file truncated exactly between two frames is a
 * complete, shorter file, which cannot be detected.
 */
import { byteAt, type Bytes, hasTag, skipZeros, u32be, u8 } from './bytes.ts';
import { agrees, type Inspection, must, refuse, seconds } from './inspection.ts';
import { frameHeader, type FrameHeader } from './mp3-frame.ts';
import { afterId3v2, afterTrailingTags } from './mp3-tags.ts';

export function inspectMp3(bytes: Bytes): Inspection {
  const start = skipZeros(bytes, afterId3v2(bytes));
  const first = frameHeader(bytes, start) ?? refuse('no Layer III frame');
  const { frames, end } = walkFrames(bytes, start, first);
  must(afterTrailingTags(bytes, end) === bytes.length, 'bytes that are neither frames nor a known tag');
  const summary = summaryOf(bytes, start, first);
  const audioFrames = summary === null ? frames : frames - 1;
  must(audioFrames >= FRAMES_MIN, 'too few frames to be sure');
  const found = seconds(audioFrames * first.samples, first.rate);
  if (summary !== null) checkSummary(summary, { audioFrames, first, sizesBytes: [end - start, bytes.length - start] });
  const hidden = hiddenSeconds(bytes, end);
  must(agrees(found + hidden, found), 'frames inside a tag');
  return { ok: true, durationSeconds: seconds(found + hidden, 1) };
}

/** The sequence of frames is the only evidence of this format. */
const FRAMES_MIN = 2;

function walkFrames(bytes: Bytes, start: number, first: FrameHeader): { frames: number; end: number } {
  let [frames, end] = [0, start];
  for (let frame: FrameHeader | null = first; frame !== null; frame = frameHeader(bytes, end)) {
    must(frame.rate === first.rate && frame.samples === first.samples, 'frames of different kinds');
    frames++;
    end += frame.sizeBytes;
    must(end <= bytes.length, 'the file ends inside a frame');
  }
  return { frames, end };
}

interface Summary {
  readonly frames: number | null;
  readonly sizeBytes: number | null;
}

/** The summary that the encoder wrote into a first frame without audio. */
function summaryOf(bytes: Bytes, start: number, { sideInfoBytes }: FrameHeader): Summary | null {
  const xing = start + 4 + sideInfoBytes;
  if (hasTag(bytes, xing, 'Xing') || hasTag(bytes, xing, 'Info')) {
    const flags = u8(bytes, xing + 7);
    const frames = flags & 1 ? u32be(bytes, xing + 8) : null;
    return { frames, sizeBytes: flags & 2 ? u32be(bytes, xing + (flags & 1 ? 12 : 8)) : null };
  }
  const vbri = start + 4 + 32;
  if (!hasTag(bytes, vbri, 'VBRI')) return null;
  return { frames: u32be(bytes, vbri + 14), sizeBytes: u32be(bytes, vbri + 10) };
}

interface Found {
  readonly audioFrames: number;
  readonly first: FrameHeader;
  /**
   * The size of the frames, and that of everything from the first frame on: encoders differ in whether they include
   * tags.
   */
  readonly sizesBytes: readonly number[];
}

const SIZE_SLACK_BYTES = 4096;

/**
 * Each count must agree with the measurement (zero: an encoder that could not go back and fill it in). Encoders still
 * differ by a frame or a tag, so a file counts as truncated only if every count says so.
 */
function checkSummary({ frames, sizeBytes }: Summary, { audioFrames, first, sizesBytes }: Found): void {
  const secondsOf = (count: number) => (count * first.samples) / first.rate;
  must(!frames || agrees(secondsOf(frames), secondsOf(audioFrames)), 'another number of frames than the encoder wrote');
  const isNear = (size: number) => Math.abs((sizeBytes ?? 0) - size) <= Math.max(SIZE_SLACK_BYTES, size * 0.02);
  must(!sizeBytes || sizesBytes.some(isNear), 'another size than the encoder wrote');
  const verdicts = [
    ...(frames ? [frames > audioFrames] : []),
    ...(sizeBytes ? [sizeBytes > Math.max(...sizesBytes)] : []),
  ];
  must(verdicts.length === 0 || verdicts.includes(false), 'fewer frames than the encoder wrote');
}

/**
 * Audio that a decoder may find after the last frame if it searches for frames and does not skip tags. A picture in a
 * tag looks like a frame by chance, once in some thousand bytes.
 */
function hiddenSeconds(bytes: Bytes, end: number): number {
  let [total, at] = [0, end];
  while (at < bytes.length) {
    const frame = byteAt(bytes, at) === 0xff && (byteAt(bytes, at + 1) ?? 0) > 0xe0 ? frameHeader(bytes, at) : null;
    const fits = frame !== null && at + frame.sizeBytes <= bytes.length;
    if (fits) total += frame.samples / frame.rate;
    at += fits ? frame.sizeBytes : 1;
  }
  return total;
}
