/** The descriptors in an `esds` box (ISO/IEC 14496-1): the codec, and the codec's own header. */
import { type Bytes, u8 } from '../../bytes.ts';
import { must, refuse } from '../../inspection.ts';

export interface Descriptor {
  /** 0x40 is AAC, 0x20 MPEG-4 video, 0x69 and 0x6b MP3. */
  readonly objectType: number;
  /** The codec's own header; empty if it has none. */
  readonly specific: Bytes;
}

const ELEMENTARY_STREAM = 3;
const DECODER_CONFIG = 4;
const DECODER_SPECIFIC = 5;
/** Bytes of a decoder's configuration before its descriptors. */
const CONFIG_BYTES = 13;

export function descriptorOf(esds: Bytes): Descriptor {
  const stream = find(esds.subarray(4), ELEMENTARY_STREAM) ?? refuse('a stream without its description');
  const flags = u8(stream, 2);
  const url = flags & 0x40 ? 1 + u8(stream, 3 + (flags & 0x80 ? 2 : 0)) : 0;
  const inner = stream.subarray(3 + (flags & 0x80 ? 2 : 0) + url + (flags & 0x20 ? 2 : 0));
  const config = find(inner, DECODER_CONFIG) ?? refuse('a stream without its codec');
  const objectType = u8(config, 0);
  must(config.length >= CONFIG_BYTES, 'a codec description that is too short');
  return { objectType, specific: find(config.subarray(CONFIG_BYTES), DECODER_SPECIFIC) ?? Buffer.alloc(0) };
}

function find(bytes: Bytes, wanted: number): Bytes | null {
  let at = 0;
  while (at < bytes.length) {
    const found = u8(bytes, at++);
    let size = 0;
    for (let part = 0, more = true; more && part < 4; part++) {
      const byte = u8(bytes, at++);
      size = size * 128 + (byte & 0x7f);
      more = byte >= 0x80;
    }
    must(at + size <= bytes.length, 'a descriptor that does not fit');
    if (found === wanted) return bytes.subarray(at, at + size);
    at += size;
  }
  return null;
}
