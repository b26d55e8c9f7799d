/**
 * GIF as our own tools make it: frames on one canvas, each with its delay; no text, no comment, and no data after the
 * trailer. Not an upload type.
 */
import { type Bytes, tag, u16le, u8 } from './bytes.ts';
import { type Inspection, must, picture, refuse, seconds } from './inspection.ts';

const HEAD_BYTES = 13;
const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];

interface Canvas {
  readonly width: number;
  readonly height: number;
}

interface Walk {
  at: number;
  frames: number;
  /** In hundredths of a second. */
  delay: number;
}

export function inspectGif(bytes: Bytes): Inspection {
  must(tag(bytes, 0, 6) === 'GIF89a', 'no GIF header');
  const canvas = { width: u16le(bytes, 6), height: u16le(bytes, 8) };
  const walk: Walk = { at: HEAD_BYTES + paletteBytes(u8(bytes, 10)), frames: 0, delay: 0 };
  for (let kind = u8(bytes, walk.at); kind !== TRAILER; kind = u8(bytes, walk.at)) {
    if (kind === EXTENSION) extension(bytes, walk);
    else if (kind === IMAGE) image(bytes, walk, canvas);
    else refuse('an unknown block');
  }
  must(walk.at + 1 === bytes.length, 'data after the trailer');
  must(walk.frames > 0, 'no picture');
  const found = picture(canvas.width, canvas.height);
  return found.ok ? { ...found, durationSeconds: seconds(walk.delay, 100) } : refuse(found.problem);
}

/** The flags say whether there is a palette, and how many colours it has. */
const paletteBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function extension(bytes: Bytes, walk: Walk): void {
  const label = u8(bytes, walk.at + 1);
  must(label === GRAPHIC_CONTROL || label === APPLICATION, 'an extension that is neither delay nor loop');
  if (label === GRAPHIC_CONTROL) {
    must(u8(bytes, walk.at + 2) === 4 && u8(bytes, walk.at + 7) === 0, 'a delay of another size');
    walk.delay += u16le(bytes, walk.at + 4);
  } else {
    must(
      u8(bytes, walk.at + 2) === 11 && tag(bytes, walk.at + 3, 11) === 'NETSCAPE2.0',
      'an unknown application extension',
    );
  }
  walk.at = afterBlocks(bytes, walk.at + 2);
}

function image(bytes: Bytes, walk: Walk, { width, height }: Canvas): void {
  const [left, top, wide, high] = [1, 3, 5, 7].map((n) => u16le(bytes, walk.at + n)) as [
    number,
    number,
    number,
    number,
  ];
  must(wide > 0 && high > 0 && left + wide <= width && top + high <= height, 'a frame outside of its canvas');
  walk.frames += 1;
  // Skips the palette of the frame and the minimum code size.
  walk.at = afterBlocks(bytes, walk.at + 10 + paletteBytes(u8(bytes, walk.at + 9)) + 1);
}

/** Data is in blocks that begin with their length; an empty block is the last. */
function afterBlocks(bytes: Bytes, start: number): number {
  let at = start;
  for (let length = u8(bytes, at); length > 0; length = u8(bytes, at)) at += length + 1;
  return at + 1;
}
