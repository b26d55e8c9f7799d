/**
 * Videos for tests in which the grey level of every frame is its number, and a function that reads the number from a
 * frame.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { make } from './media.ts';

export interface Counted {
  /** Number of frames, at most 50. */
  readonly pictures: number;
  readonly picturesPerSecond: number;
  /** Seconds of audio; by default none. */
  readonly soundSeconds?: number;
  readonly width?: number;
  readonly height?: number;
  /** Further ffmpeg arguments before the name of the file. */
  readonly args?: readonly string[];
}

const STEP = 4;
const [BLACK, WHITE] = [16, 235];

export function countedFilm(path: string, counted: Counted): string {
  const { pictures, picturesPerSecond: rate, soundSeconds, width = 64, height = 48, args = [] } = counted;
  const picture = `color=black:s=${width}x${height}:r=${rate}:d=${pictures / rate},geq=lum='${BLACK}+${STEP}*N':cb=128:cr=128`;
  const sound = soundSeconds === undefined ? [] : ['-f', 'lavfi', '-i', `sine=d=${soundSeconds}`, '-c:a', 'aac'];
  const coded = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-crf', '4', '-g', '12', '-bf', '2'];
  return make(path, ['-f', 'lavfi', '-i', picture, ...sound, ...coded, ...args]);
}

/** The same video, declared as rotated by 90 degrees to the right. */
export function turned(path: string): string {
  const bytes = readFileSync(path);
  const at = bytes.indexOf('tkhd') - 4;
  const matrix = at + bytes.readUInt32BE(at) - 44;
  for (const [n, value] of [0, 1, 0, -1, 0].entries()) bytes.writeInt32BE(value * 65_536, matrix + n * 4);
  writeFileSync(path, bytes);
  return path;
}

/** The frame numbers in this file, or in the cells of a grid, from the grey in the middle of each. */
export function numbersIn(bytes: Buffer, { columns = 1, rows = 1 } = {}): readonly (readonly number[])[] {
  const cells = { width: columns * CELL, height: rows * CELL };
  const scaled = `scale=${cells.width}:${cells.height}:flags=area,format=gray`;
  const args = ['-v', 'error', '-i', 'pipe:0', '-vf', scaled, '-f', 'rawvideo', '-fps_mode', 'passthrough', 'pipe:1'];
  const raw = execFileSync('ffmpeg', args, { input: bytes, maxBuffer: 1 << 26 });
  const frameBytes = cells.width * cells.height;
  return Array.from({ length: raw.length / frameBytes }, (_, n) =>
    Array.from({ length: columns * rows }, (_each, cell) => {
      const [x, y] = [(cell % columns) * CELL + CELL / 2, Math.floor(cell / columns) * CELL + CELL / 2];
      return numberOf(raw[n * frameBytes + y * cells.width + x] ?? 0);
    }),
  );
}

const CELL = 8;

/** The number for a grey level that was stretched to the full range. */
const numberOf = (grey: number): number => Math.round((grey * (WHITE - BLACK)) / 255 / STEP);

/** The frame numbers of an animated WebP, which ffmpeg cannot read. */
export async function numbersInWebp(bytes: Buffer): Promise<readonly number[]> {
  const { pages = 1 } = await sharp(bytes, { pages: -1 }).metadata();
  const read = (page: number) =>
    sharp(bytes, { page }).greyscale().resize(CELL, CELL, { fit: 'fill' }).raw().toBuffer();
  const pictures = await Promise.all(Array.from({ length: pages }, (_, page) => read(page)));
  return pictures.map((pixels) => numberOf(pixels[(CELL * CELL + CELL) / 2] ?? 0));
}

/** 2 s that move, 1.5 s of black, 2 s that move, 3 s of one frame; 320 × 240 pixels, ten frames per second, with audio. */
export function partedFilm(path: string): string {
  const [size, rate] = ['s=320x240', 'r=10'];
  const parts = [
    `testsrc2=${size}:${rate}:d=2`,
    `color=black:${size}:${rate}:d=1.5`,
    `testsrc2=${size}:${rate}:d=2,negate`,
    `color=orange:${size}:${rate}:d=3`,
  ];
  const pads = parts.map((part, n) => `${part},format=yuv420p,setsar=1[part${n}]`).join(';');
  const graph = `${pads};${parts.map((_, n) => `[part${n}]`).join('')}concat=n=${parts.length}:v=1:a=0`;
  const sound = ['-f', 'lavfi', '-i', 'sine=d=8.5', '-c:a', 'aac'];
  return make(path, ['-f', 'lavfi', '-i', graph, ...sound, '-c:v', 'libx264', '-crf', '18', '-g', '12']);
}
