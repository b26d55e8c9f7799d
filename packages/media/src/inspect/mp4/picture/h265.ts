/** The frame size in an H.265 stream, from its sequence parameter sets (ITU-T H.265, 7.3.2.2). */
import { byteAt, type Bytes, u16be, u8 } from '../../bytes.ts';
import { must } from '../../inspection.ts';
import { type Bits, bitsOf, unstuffed } from '../bits.ts';
import type { Size, UnitCodec } from './units.ts';

const SEQUENCE = 33;
const CONFIG_BYTES = 22;

export const H265: UnitCodec = {
  box: 'hvcC',
  lengthBytes: (config) => (u8(config, 21) & 3) + 1,
  *parameterSets(config) {
    let at = CONFIG_BYTES + 1;
    for (let arrays = u8(config, CONFIG_BYTES); arrays > 0; arrays--) {
      let count = u16be(config, at + 1);
      for (at += 3; count > 0; count--) {
        const length = u16be(config, at);
        must(at + 2 + length <= config.length, 'a parameter set that does not fit');
        const unit = config.subarray(at + 2, at + 2 + length);
        if (H265.isParameterSet(byteAt(unit, 0) ?? 0, byteAt(unit, 1) ?? 0)) yield unit;
        at += 2 + length;
      }
    }
  },
  // Players show only the first layer; further layers are, for example, a second eye.
  isParameterSet: (first, second) => ((first >> 1) & 63) === SEQUENCE && (first & 1) === 0 && second >> 3 === 0,
  sizeOf,
};

function sizeOf(unit: Bytes): Size {
  const bits = bitsOf(unstuffed(unit.subarray(2)));
  bits.skip(4);
  const layers = bits.take(3);
  bits.skip(1);
  skipProfiles(bits, layers);
  bits.ue();
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  const [width, height] = [bits.ue(), bits.ue()];
  const crop = bits.take(1) === 1 ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const [unitX, unitY] = [chroma === 1 || chroma === 2 ? 2 : 1, chroma === 1 ? 2 : 1];
  return { width: width - unitX * (left + right), height: height - unitY * (top + bottom) };
}

const PROFILE_BITS = 88;
const LEVEL_BITS = 8;

function skipProfiles(bits: Bits, layers: number): void {
  bits.skip(PROFILE_BITS + LEVEL_BITS);
  const present = Array.from({ length: layers }, () => [bits.take(1), bits.take(1)] as const);
  if (layers > 0) bits.skip((8 - layers) * 2);
  for (const [profile, level] of present) bits.skip(profile * PROFILE_BITS + level * LEVEL_BITS);
}
