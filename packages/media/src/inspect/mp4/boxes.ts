/**
 * Boxes of an ISO base media file. The boxes of a level must fill it exactly. A size of "to the end" is refused,
 * because it would hide a truncation.
 */
import { type Bytes, tag, u32be, u64be } from '../bytes.ts';
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

export function* boxes(bytes: Bytes, { start, end }: Pick<Box, 'start' | 'end'>): Generator<Box> {
  let at = start;
  for (let count = 0; at < end; count++) {
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
