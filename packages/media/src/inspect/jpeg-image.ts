/**
 * One image of a JPEG file: SOI, segments, one frame header, scans with their entropy-coded data, EOI. Accepts the
 * coding processes that common decoders support: baseline, extended and progressive, Huffman or arithmetic, 8 bits.
 */
import { hasTag, u16be, u8 } from './bytes.ts';
import { AS_STORED, type Orientation, orientationOf, type Sides, upright } from './exif.ts';
import { must, refuse, refuseUnsupported } from './inspection.ts';
import { hasAllBlocks } from './jpeg-blocks.ts';
import { createScanBudget, type Frame } from './jpeg-scans.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const FRAMES_READ = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
/** SOF3 to SOF15, except 0xc4, 0xc8 and 0xcc, which are tables. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
/** Markers without a length, which are not allowed between segments. */
const isLone = (code: number): boolean => code <= 0x01 || (code >= 0xd0 && code <= SOI);

/**
 * One image that starts at `imageStart`; `end` is the position after its EOI. Width and height are those after EXIF
 * orientation.
 */
export function walkJpeg(bytes: Buffer, imageStart: number): Sides & { readonly end: number } {
  must(u16be(bytes, imageStart) === (0xff00 | SOI), 'no JPEG start');
  let frame: Frame | undefined;
  let budget: ReturnType<typeof createScanBudget> | undefined;
  let orientation: Orientation | undefined;
  let at = imageStart + 2;
  for (;;) {
    const { code, next } = markerAt(bytes, at);
    if (code === EOI) {
      must(frame !== undefined && budget !== undefined, 'an image without a frame or a scan');
      budget.end();
      return { end: next, ...upright(frame, orientation ?? AS_STORED) };
    }
    must(!isLone(code), 'a misplaced marker');
    const length = u16be(bytes, next);
    must(length >= 2 && next + length <= bytes.length, 'a segment that does not fit');
    at = next + length;
    if (isFrame(code)) {
      must(frame === undefined, 'a second frame header');
      frame = frameAt(bytes, next, code);
    } else if (code === APP1 && budget === undefined) {
      orientation ??= exifOrientation(bytes.subarray(next + 2, at));
    } else if (code === SOS) {
      budget ??= createScanBudget(frame ?? refuse('a scan before its frame header'));
      const [header, start] = [scanHeader(bytes, next), at];
      const scanEnd = endOfScan(bytes, start);
      at = scanEnd ?? bytes.length;
      budget.add({ ...header, bytes: at - start });
      if (scanEnd !== null) continue;
      // Some writers leave out the end of the image. Only the blocks themselves show that nothing else is missing.
      const image = { start: imageStart, scan: next, data: start, frame: frame ?? refuse('no frame') };
      must(hasAllBlocks(bytes, image), 'the file ends inside the pixels');
      budget.end();
      return { end: at, ...upright(image.frame, orientation ?? AS_STORED) };
    }
  }
}

/** Undefined without EXIF. Only the first block counts, and only before the first scan, because decoders read it there. */
function exifOrientation(segment: Buffer): Orientation | undefined {
  if (segment.length <= 4 || !hasTag(segment, 0, 'Exif')) return undefined;
  return hasTag(segment, 4, '\0\0') ? orientationOf(segment.subarray(6)) : AS_STORED;
}

/** Any number of 0xff may precede a marker's code. */
function markerAt(bytes: Buffer, at: number): { code: number; next: number } {
  must(u8(bytes, at) === 0xff, 'no marker where one must be');
  let next = at + 1;
  while (u8(bytes, next) === 0xff) next++;
  return { code: u8(bytes, next), next: next + 1 };
}

const PROCESSES = 'baseline, extended and progressive';

function frameAt(bytes: Buffer, at: number, code: number): Frame {
  if (!FRAMES_READ.has(code)) refuseUnsupported(`JPEG of the coding process SOF${code - 0xc0}`, PROCESSES);
  const [count, bits] = [u8(bytes, at + 7), u8(bytes, at + 2)];
  if (bits !== 8) refuseUnsupported(`JPEG with ${bits} bits a sample`, '8 bits a sample');
  must([1, 3, 4].includes(count) && u16be(bytes, at) === 8 + 3 * count, 'an impossible number of components');
  const components = Array.from({ length: count }, (_, index) => {
    const [id, sampling] = [u8(bytes, at + 8 + 3 * index), u8(bytes, at + 9 + 3 * index)];
    const [across, down] = [sampling >> 4, sampling & 15];
    must(across >= 1 && across <= 4 && down >= 1 && down <= 4, 'an impossible sampling');
    return { id, across, down };
  });
  must(new Set(components.map(({ id }) => id)).size === count, 'a component twice');
  return { process: code, height: u16be(bytes, at + 3), width: u16be(bytes, at + 5), components };
}

function scanHeader(bytes: Buffer, at: number): { components: number[]; first: number } {
  const count = u8(bytes, at + 2);
  must(count >= 1 && count <= 4 && u16be(bytes, at) === 6 + 2 * count, 'an impossible scan header');
  const components = Array.from({ length: count }, (_, index) => u8(bytes, at + 3 + 2 * index));
  return { components, first: u8(bytes, at + 3 + 2 * count) };
}

/**
 * In entropy-coded data, 0xff is followed by a stuffed zero or a restart marker; anything else is the next marker. Null
 * if the file ends without one.
 */
function endOfScan(bytes: Buffer, start: number): number | null {
  let at = start;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) return null;
    const code = u8(bytes, at + 1);
    if (code !== 0x00 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) break;
    at += code === 0xff ? 1 : 2;
  }
  must(at > start, 'a scan without data');
  return at;
}
