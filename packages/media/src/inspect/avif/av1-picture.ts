/** One picture in AV1: its size and its colours, from its sequence header (AV1 specification, 5.5). */
import type { Bytes } from '../bytes.ts';
import { must, refuse } from '../inspection.ts';
import { type Bits, bitsOf } from '../mp4/bits.ts';
import { av1Units, SEQUENCE_HEADER, sizeOf } from '../mp4/picture/av1.ts';
import type { Size } from '../mp4/picture/units.ts';

/** Code points of ITU-T H.273; 2 if the file does not say. */
export interface Colours {
  readonly primaries: number;
  readonly transfer: number;
}

export interface Av1Picture extends Size, Colours {}

const UNSPECIFIED: Colours = { primaries: 2, transfer: 2 };

const FRAME_HEADER = 3;
const FRAME = 6;
/** A picture that gets sharper in steps has at most four layers. More frames would be work that no size announces. */
const FRAMES_MAX = 4;

/** @param data the units of one item. */
export function av1PictureOf(data: Bytes): Av1Picture {
  let found: Av1Picture | undefined;
  let frames = 0;
  for (const { type, content } of av1Units(data)) {
    if (type === FRAME || type === FRAME_HEADER) frames++;
    if (type !== SEQUENCE_HEADER) continue;
    const next = sequenceOf(bitsOf(content));
    must(found === undefined || (found.width === next.width && found.height === next.height), 'two sizes of a picture');
    found = next;
  }
  must(frames >= 1 && frames <= FRAMES_MAX, 'no picture, or more than one');
  return found ?? refuse('a picture without its sequence header');
}

function sequenceOf(bits: Bits): Av1Picture {
  const profile = bits.take(3);
  bits.skip(1);
  const isReduced = bits.take(1) === 1;
  const size = sizeOf(bits, isReduced);
  skipTools(bits, isReduced);
  return { ...size, ...coloursOf(bits, profile) };
}

function skipTools(bits: Bits, isReduced: boolean): void {
  if (!isReduced && bits.take(1) === 1) bits.skip(7);
  bits.skip(3);
  if (!isReduced) skipMotion(bits);
  bits.skip(3);
}

function skipMotion(bits: Bits): void {
  bits.skip(4);
  const hasOrder = bits.take(1) === 1;
  if (hasOrder) bits.skip(2);
  const [CHOSEN_BY_FRAME, isChosen] = [2, bits.take(1) === 1];
  const screenContent = isChosen ? CHOSEN_BY_FRAME : bits.take(1);
  if (screenContent > 0 && bits.take(1) === 0) bits.skip(1);
  if (hasOrder) bits.skip(3);
}

function coloursOf(bits: Bits, profile: number): Colours {
  const isDeep = bits.take(1) === 1;
  if (profile === 2 && isDeep) bits.skip(1);
  if (profile !== 1) bits.skip(1);
  return bits.take(1) === 1 ? { primaries: bits.take(8), transfer: bits.take(8) } : UNSPECIFIED;
}
