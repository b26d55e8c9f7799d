/** The frame size in an H.264 stream, from its sequence parameter sets (ITU-T H.264, 7.3.2.1.1). */
import { type Bytes, u16be, u8 } from '../../bytes.ts';
import { must } from '../../inspection.ts';
import { type Bits, bitsOf, unstuffed } from '../bits.ts';
import type { Size, UnitCodec } from './units.ts';

/** These profiles declare the chroma format; all others use 4:2:0. */
const COLOUR_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

export const H264: UnitCodec = {
  box: 'avcC',
  lengthBytes: (config) => (u8(config, 4) & 3) + 1,
  *parameterSets(config) {
    let at = 6;
    for (let count = u8(config, 5) & 31; count > 0; count--) {
      const length = u16be(config, at);
      must(at + 2 + length <= config.length, 'a parameter set that does not fit');
      yield config.subarray(at + 2, at + 2 + length);
      at += 2 + length;
    }
  },
  isParameterSet: (first) => (first & 31) === 7,
  sizeOf,
};

function sizeOf(unit: Bytes): Size {
  const bits = bitsOf(unstuffed(unit.subarray(1)));
  const profile = bits.take(8);
  bits.skip(16);
  bits.ue();
  const chroma = COLOUR_PROFILES.has(profile) ? chromaAt(bits) : 1;
  bits.ue();
  skipOrder(bits);
  bits.ue();
  bits.skip(1);
  const [across, down] = [bits.ue() + 1, bits.ue() + 1];
  const frames = bits.take(1);
  if (frames === 0) bits.skip(1);
  bits.skip(1);
  const crop = bits.take(1) === 1 ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = (chroma === 1 ? 2 : 1) * (2 - frames);
  return { width: across * 16 - unitX * (left + right), height: down * 16 * (2 - frames) - unitY * (top + bottom) };
}

function chromaAt(bits: Bits): number {
  const chroma = bits.ue();
  const planes = chroma === 3 ? bits.take(1) : 0;
  bits.ue();
  bits.ue();
  bits.skip(1);
  if (bits.take(1) === 1) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list++)
      if (bits.take(1) === 1) skipList(bits, list < 6 ? 16 : 64);
  }
  return planes === 1 ? 0 : chroma;
}

function skipList(bits: Bits, length: number): void {
  let [last, next] = [8, 8];
  for (let index = 0; index < length; index++) {
    if (next !== 0) next = (last + bits.se() + 256) % 256;
    if (next !== 0) last = next;
  }
}

/** The order of frames does not affect their size. */
function skipOrder(bits: Bits): void {
  const kind = bits.ue();
  if (kind === 0) bits.ue();
  if (kind !== 1) return;
  bits.skip(1);
  bits.se();
  bits.se();
  const cycle = bits.ue();
  must(cycle <= 255, 'an impossible order of pictures');
  for (let index = 0; index < cycle; index++) bits.se();
}
