/** The size of an image in a data URL, so that the result fits it. Ignores orientation. */
import { Refused } from '../http/response.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const DATA_URL = /^data:image\/(?:png|jpeg);base64,/;

/** Throws Refused. */
export function pictureSize(image: unknown): Size {
  const head = typeof image === 'string' ? DATA_URL.exec(image)?.[0] : undefined;
  if (head === undefined)
    throw new Refused(422, 'invalid_request', '"input.image" must be a data URL of a PNG or JPEG');
  const bytes = Buffer.from((image as string).slice(head.length), 'base64');
  const size = head.includes('png') ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
  if (size === null) throw new Refused(422, 'invalid_request', '"input.image" is not a picture');
  return size;
}

const sizeOfPng = (bytes: Buffer): Size | null =>
  bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };

/** From the first frame header: markers C0 to CF except those of tables (C4, C8, CC). */
function sizeOfJpeg(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return null;
}
