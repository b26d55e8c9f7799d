/** The display matrices of a track and of the whole movie. They only decide the orientation of the frames. */
import { type Bytes, u32be, u8 } from '../bytes.ts';

/** The four of nine numbers that rotate: a and b, c and d. */
export type Matrix = readonly [number, number, number, number];

/** Position of the matrix in a tkhd, counted from its end: before width and height. */
const MATRIX_FROM_END = 44;
const FIXED = 65_536;
const IDENTITY: Matrix = [1, 0, 0, 1];
/** The movie matrix that a decoder uses before it has read the movie header: it rotates nothing. */
export const UNREAD: Matrix = [0, 0, 0, 0];

/** The matrix of a movie header of either version. A header that is too short for a matrix rotates nothing. */
export function movieMatrix(mvhd: Bytes): Matrix {
  const at = u8(mvhd, 0) === 1 ? 48 : 36;
  return mvhd.length < at + 20 ? IDENTITY : matrixAt(mvhd, at);
}

/**
 * Whether width and height are exchanged on display, by a rotation of 90 degrees, as the decoder computes it from both
 * matrices.
 */
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
