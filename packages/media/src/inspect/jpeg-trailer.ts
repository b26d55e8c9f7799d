/**
 * Checks the data after the end of a JPEG, where cameras write further JPEG images (MPF: previews, gain maps), the MP4
 * of a motion photo, padding or Samsung's SEF block. Each part is parsed like a file of its type; unknown bytes
 * are refused.
 */
import { hasTag, isPadding, skipZeros, u32le } from './bytes.ts';
import { must, refuse } from './inspection.ts';
import { walkJpeg } from './jpeg-image.ts';
import { walkMp4 } from './mp4/mp4.ts';

const PARTS_MAX = 16;

export function checkJpegTrailer(bytes: Buffer, start: number): void {
  const parts = bytes.subarray(0, startOfSamsungBlock(bytes));
  must(start <= parts.length, 'a block that reaches into the image');
  let at = skipZeros(parts, start);
  for (let part = 0; at < parts.length && !isPadding(parts, at); part++) {
    must(part < PARTS_MAX, 'too many parts after the image');
    at = skipZeros(parts, endOfPart(parts, at));
  }
}

function endOfPart(bytes: Buffer, at: number): number {
  if (hasTag(bytes, at, '\xff\xd8')) return walkJpeg(bytes, at).end;
  // The size before `ftyp` is less than 256: its first three bytes are zeros and were skipped as padding.
  if (!hasTag(bytes, at + 1, 'ftyp')) refuse('unknown bytes after the image');
  walkMp4(bytes.subarray(at - 3));
  return bytes.length;
}

/**
 * Layout: data…, "SEFH", version, count, count × (type, distance back from SEFH, size), length of this directory,
 * "SEFT".
 */
function startOfSamsungBlock(bytes: Buffer): number {
  if (bytes.length < 20 || !hasTag(bytes, bytes.length - 4, 'SEFT')) return bytes.length;
  const length = u32le(bytes, bytes.length - 8);
  const directory = bytes.length - 8 - length;
  must(directory > 0 && hasTag(bytes, directory, 'SEFH'), 'a block without its directory');
  must(length === 12 + 12 * u32le(bytes, directory + 8), 'a directory of another size');
  let farthest = 0;
  for (let entry = directory + 12; entry < directory + length; entry += 12) {
    const [distance, size] = [u32le(bytes, entry + 4), u32le(bytes, entry + 8)];
    must(size <= distance, 'a block entry that does not fit');
    farthest = Math.max(farthest, distance);
  }
  must(farthest <= directory, 'a block that does not fit');
  return directory - farthest;
}
