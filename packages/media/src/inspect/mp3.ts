/**
 * MP3: optional ID3v2 tags, then Layer III frames end to end, then optional APE and ID3v1 tags. A Xing or VBRI header tells
 * how much there was; without one a file cut exactly between two frames is a whole, shorter file, and nobody can tell.
 */
import { hasTag, skipZeros, u32be, u8 } from './bytes.ts';
import { type Inspection, must, refuse, seconds } from './inspection.ts';
import { frameHeader, type FrameHeader } from './mp3-frame.ts';
import { afterId3v2, afterTrailingTags } from './mp3-tags.ts';

export function inspectMp3(bytes: Buffer): Inspection {
  const start = skipZeros(bytes, afterId3v2(bytes));
  const first = frameHeader(bytes, start) ?? refuse('no Layer III frame');
  const { frames, end } = walkFrames(bytes, start, first);
  must(afterTrailingTags(bytes, end) === bytes.length, 'bytes that are neither frames nor a known tag');
  const summary = summaryOf(bytes, start, first);
  const audioFrames = summary === null ? frames : frames - 1;
  must(audioFrames >= FRAMES_MIN, 'too few frames to be sure');
  if (summary !== null) checkComplete(summary, { audioFrames, sizeBytes: bytes.length - start });
  return { ok: true, durationSeconds: seconds(audioFrames * first.samples, first.rate) };
}

/** The frames' chain is the only evidence of this format. */
const FRAMES_MIN = 2;

function walkFrames(bytes: Buffer, start: number, first: FrameHeader): { frames: number; end: number } {
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

/** What the encoder wrote into a first frame without sound. */
function summaryOf(bytes: Buffer, start: number, { sideInfoBytes }: FrameHeader): Summary | null {
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

/** Encoders differ by a frame or a tag in what they count, so a file is cut short when every count it has says so. */
function checkComplete(told: Summary, found: { audioFrames: number; sizeBytes: number }): void {
  const verdicts = [
    ...(told.frames === null ? [] : [told.frames > found.audioFrames]),
    ...(told.sizeBytes === null ? [] : [told.sizeBytes > found.sizeBytes]),
  ];
  must(verdicts.length === 0 || verdicts.includes(false), 'fewer frames than the encoder wrote');
}
