/**
 * Boxes of an ISO base media file. The boxes of a level must fill it exactly, except for padding at its end. Only media
 * data may last "to the end of the file": the tables of its samples say whether all of it is there.
 */
import { byteAt, type Bytes, hasTag, isPadding, tag, u32be, u64be } from '../bytes.ts';
import { must, refuse } from '../inspection.ts';

export interface Box {
  readonly type: string;
  /** Position of its size field. */
  readonly at: number;
  /** Position of the payload. */
  readonly start: number;
  readonly end: number;
}

/** More than any real level has: a file within the upload limit has far fewer fragments. */
const BOXES_MAX = 65_536;

/** The boxes of the file itself. */
export function* fileBoxes(bytes: Bytes): Generator<Box> {
  const file = { start: 0, end: bytes.length };
  let at = 0;
  for (const box of boxes(bytes, file, (next) => isLast(bytes, next))) {
    yield box;
    at = box.end;
  }
  if (at === bytes.length || isPadding(bytes, at)) return;
  yield { type: 'mdat', at, start: at + 8, end: bytes.length };
}

/** Whether no further box with a size of its own begins here. Looks for padding only where no box can begin. */
function isLast(bytes: Bytes, at: number): boolean {
  const size = at + 8 <= bytes.length ? u32be(bytes, at) : 0;
  if (size !== 0 && at + size <= bytes.length) return false;
  return (size === 0 && hasTag(bytes, at + 4, 'mdat')) || isPadding(bytes, at);
}

/** Some writers end a level with zeros that are too few for a box. */
function isEnd(bytes: Bytes, at: number, end: number): boolean {
  if (end - at >= 8) return false;
  for (let next = at; next < end; next++) if (byteAt(bytes, next) !== 0) return false;
  return true;
}

export function* boxes(
  bytes: Bytes,
  { start, end }: Pick<Box, 'start' | 'end'>,
  isStop: (at: number) => boolean = (at) => isEnd(bytes, at, end),
): Generator<Box> {
  let at = start;
  for (let count = 0; at < end && !isStop(at); count++) {
    must(count < BOXES_MAX, 'too many boxes');
    const size32 = u32be(bytes, at);
    const headBytes = size32 === 1 ? 16 : 8;
    const size = size32 === 1 ? u64be(bytes, at + 8) : size32;
    must(size >= headBytes && at + size <= end, 'a box that does not fit');
    yield { type: tag(bytes, at + 4), at, start: at + headBytes, end: at + size };
    at += size;
  }
}

/** The only box of this type in `parent`. */
export function child(bytes: Bytes, parent: Pick<Box, 'start' | 'end'>, type: string): Box {
  return maybeChild(bytes, parent, type) ?? refuse(`no ${type}`);
}

export function maybeChild(bytes: Bytes, parent: Pick<Box, 'start' | 'end'>, type: string): Box | null {
  let found: Box | null = null;
  for (const box of boxes(bytes, parent)) {
    if (box.type !== type) continue;
    must(found === null, `${type} twice`);
    found = box;
  }
  return found;
}

/** A view of the payload without a copy, so that no read can leave it. */
export const payload = (bytes: Bytes, { start, end }: Box): Bytes => bytes.subarray(start, end);
