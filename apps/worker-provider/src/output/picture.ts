/** Facts of images without a decoder: the size of a source, and whether a PNG can be transparent. */
import { readFile } from 'node:fs/promises';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '@farebox/catalog';
import { inspect } from '@farebox/media';
import { type InputFile, OperationFailure } from '@farebox/worker';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Upright size. Same measurement as in the quote, of the same bytes. */
export async function sizeOf({ path, mimeType }: InputFile): Promise<Size> {
  const inspected = inspect(await readFile(path), mimeType as Parameters<typeof inspect>[1]);
  if (!inspected.ok || inspected.width === undefined || inspected.height === undefined)
    throw new OperationFailure('source_not_readable');
  return { width: inspected.width, height: inspected.height };
}

/** Whether an image of that size is allowed. */
export const isPossible = ({ width, height }: Size): boolean =>
  width <= IMAGE_SIDE_MAX && height <= IMAGE_SIDE_MAX && width * height <= IMAGE_PIXELS_MAX;

const SIGNATURE_BYTES = 8;
/** Grey and colour, each with alpha. */
const ALPHA_TYPES: readonly (number | undefined)[] = [4, 6];
const COLOUR_TYPE_AT = 25;

/** Whether a complete PNG has an alpha channel, or a list of transparent colours before its pixels. */
export function hasAlpha(png: Buffer): boolean {
  if (ALPHA_TYPES.includes(png[COLOUR_TYPE_AT])) return true;
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length; at += png.readUInt32BE(at) + 12) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'tRNS') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}
