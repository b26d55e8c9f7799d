/** How a track says that it is shown, by the matrix of its header. It decides nothing but which side of a picture is up. */
import { type Bytes, u32be } from '../bytes.ts';

/** Where the matrix stands in a tkhd, from its end: a and b of nine numbers, then the two sides. */
const MATRIX_FROM_END = 44;
const FIXED = 65_536;

/** Whether its sides are exchanged when it is shown: by a quarter of a turn, as the decoder turns it. */
export function isTurned(tkhd: Bytes): boolean {
  const at = tkhd.length - MATRIX_FROM_END;
  const [a, b] = [signed(u32be(tkhd, at)), signed(u32be(tkhd, at + 4))];
  const [c, d] = [signed(u32be(tkhd, at + 12)), signed(u32be(tkhd, at + 16))];
  const degrees = (Math.atan2(b / Math.hypot(b, d), a / Math.hypot(a, c)) * 180) / Math.PI;
  return Math.abs(Math.abs(degrees) - 90) < 1;
}

const signed = (value: number): number => (value | 0) / FIXED;
