/**
 * MP3: Layer III frames with the tags of one or several joined files around them. The frames define the duration. A
 * Xing or VBRI header must not declare more than there is: the file was cut. Without such a header, a cut file is a
 * complete, shorter file, which cannot be detected.
 */
import { type Bytes, hasTag, u32be, u8 } from './bytes.ts';
import { agrees, type Inspection, must, refuse, seconds } from './inspection.ts';
import { frameHeader, type FrameHeader } from './mp3-frame.ts';
import { type Walk, walkFrames } from './mp3-walk.ts';

export function inspectMp3(bytes: Bytes): Inspection {
  const walk = walkFrames(bytes, (at, frame) => summaryOf(bytes, at, frame) !== null);
  const { first, firstAt, frames, hidden } = walk;
  const isSummary = summaryOf(bytes, firstAt, first) !== null;
  must(frames - (isSummary ? 1 : 0) >= FRAMES_MIN, 'too few frames to be sure');
  checkSummary(bytes, walk);
  const found = walk.seconds - (isSummary ? first.samples / first.rate : 0);
  must(hidden <= Math.max(1, found), 'frames inside a tag');
  return { ok: true, durationSeconds: seconds(found + hidden, 1) };
}

/** The sequence of frames is the only evidence of this format. */
const FRAMES_MIN = 2;

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

const SIZE_SLACK_BYTES = 4096;

/**
 * Compares the counts of the last file with the measurement (zero: an encoder that could not go back and fill it in).
 * Encoders differ by a frame or a tag, so a file counts as cut only if every count says so. More frames than declared
 * are those of a joined file without a header of its own.
 */
function checkSummary(bytes: Bytes, { head, frames: all, end }: Walk): void {
  const first = frameHeader(bytes, head.at) ?? refuse('no Layer III frame');
  const { frames, sizeBytes } = summaryOf(bytes, head.at, first) ?? { frames: null, sizeBytes: null };
  const audioFrames = all - head.before - 1;
  // The size of the frames, and that of everything from the first one on: encoders differ in whether tags count.
  const sizesBytes = [end - head.at, bytes.length - head.at];
  const secondsOf = (count: number) => (count * first.samples) / first.rate;
  const isMore = frames !== null && frames > audioFrames;
  must(!isMore || agrees(secondsOf(frames), secondsOf(audioFrames)), 'fewer frames than the encoder wrote');
  const largest = Math.max(...sizesBytes);
  const isLarger = sizeBytes !== null && sizeBytes > largest;
  const isNear = Math.abs((sizeBytes ?? 0) - largest) <= Math.max(SIZE_SLACK_BYTES, largest * 0.02);
  must(!isLarger || isNear, 'another size than the encoder wrote');
  const verdicts = [...(frames ? [isMore] : []), ...(sizeBytes ? [isLarger] : [])];
  must(verdicts.length === 0 || verdicts.includes(false), 'fewer frames than the encoder wrote');
}
