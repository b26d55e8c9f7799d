/**
 * How precisely the samples of a sound are stored, so that a result loses nothing that its format can keep. Decides no
 * price.
 */
import type { SoundType } from '@farebox/kernel';
import { type Bytes, hasTag, u16le, u32be, u32le } from './bytes.ts';
import { onFile } from './file-bytes.ts';

/** The precision of sounds without one of their own: those that were compressed with loss. */
const USUAL_BITS = 16;

/** Bits a sample: those of a WAV or FLAC that `inspectFile` has accepted, and 16 for any other type. */
export function soundBits(path: string, mimeType: SoundType): number {
  if (mimeType === 'audio/wav') return onFile(path, wavBits);
  return mimeType === 'audio/flac' ? onFile(path, flacBits) : USUAL_BITS;
}

function wavBits(bytes: Bytes): number {
  for (let at = 12; at + 24 <= bytes.length;) {
    if (hasTag(bytes, at, 'fmt ')) return u16le(bytes, at + 22);
    const size = u32le(bytes, at + 4);
    at += 8 + size + (size % 2);
  }
  return USUAL_BITS;
}

/** In STREAMINFO, behind the rate and the channels. */
const flacBits = (bytes: Bytes): number => ((u32be(bytes, 18) >>> 4) & 31) + 1;
