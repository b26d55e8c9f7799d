/** How a track says that it is shown, by the matrix of its header and that of the whole movie. They decide nothing but which side of a picture is up. */
import { type Bytes, u32be, u8 } from '../bytes.ts';

/** Of nine numbers the four that turn: a and b, c and d. */
export type Matrix = readonly [number, number, number, number];

/** Where the matrix stands in a tkhd, from its end: before the two sides. */
const MATRIX_FROM_END = 44;
const FIXED = 65_536;
const IDENTITY: Matrix = [1, 0, 0, 1];
/** What a decoder takes the movie's for that it has not read yet: it turns nothing then. */
export const UNREAD: Matrix = [0, 0, 0, 0];

/** Of the movie's header, by its version; one that is too short to have a matrix turns nothing. */
export function movieMatrix(mvhd: Bytes): Matrix {
  const at = u8(mvhd, 0) === 1 ? 48 : 36;
  return mvhd.length < at + 20 ? IDENTITY : matrixAt(mvhd, at);
}

/** Whether its sides are exchanged when it is shown: by a quarter of a turn, as the decoder turns it, by both matrices one after the other. */
export function isTurned(tkhd: Bytes, movie: Matrix): boolean {
  const [a, b, c, d] = product(matrixAt(tkhd, tkhd.length - MATRIX_FROM_END), movie);
  const degrees = (Math.atan2(b / Math.hypot(b, d), a / Math.hypot(a, c)) * 180) / Math.PI;
  return Math.abs(Math.abs(degrees) - 90) < 1;
}

const matrixAt = (bytes: Bytes, at: number): Matrix => {
  const number = (offset: number): number => (u32be(bytes, at + offset) | 0) / FIXED;
  return [number(0), number(4), number(12), number(16)];
};

const product = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
];
