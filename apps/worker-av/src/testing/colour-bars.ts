/**
 * Test support: videos of colour bars in each way of tagging, and a reader of the bars. No filter of ffmpeg takes part:
 * both calculate.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { type Curve, fromYuv, type Matrix, type Rgb, signalOf, toYuv } from './colour-arithmetic.ts';

export interface Way {
  readonly name: string;
  /** How the samples really are. */
  readonly matrix: Matrix | 'gbr';
  readonly range?: 'tv' | 'pc';
  readonly curve?: Curve;
  /** Whether the colours of the bars are those of BT.2020. */
  readonly isWide?: boolean;
  readonly bits?: 8 | 10;
  /** The tags in the file; by default none. */
  readonly tags?: Readonly<Partial<Record<'matrix' | 'primaries' | 'transfer', string>>>;
  readonly encoder?: readonly string[];
  readonly height?: number;
}

/** White, grey, and the six colours at their purest, and one of each at less. */
export const BARS: readonly Rgb[] = [
  [255, 255, 255],
  [128, 128, 128],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [0, 255, 255],
  [255, 0, 255],
  [180, 60, 90],
  [40, 110, 70],
];
const BAR_WIDTH = 64;
export const WIDTH = BARS.length * BAR_WIDTH;
export const HEIGHT = 96;

const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '1'];
export const H265 = [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-x265-params',
  'log-level=error:qp=1',
  '-tag:v',
  'hvc1',
];
export const VP9 = ['-c:v', 'libvpx-vp9', '-crf', '0', '-b:v', '0', '-deadline', 'realtime', '-cpu-used', '8'];
export const AV1 = ['-c:v', 'libaom-av1', '-crf', '1', '-b:v', '0', '-usage', 'realtime', '-cpu-used', '8'];

const FRAMES = 4;
const FRAMES_PER_SECOND = 12;

/** A third of a second of the bars. */
export function makeBars(path: string, way: Way): string {
  const { matrix, range = 'tv', bits = 8, tags = {}, encoder = X264, height = HEIGHT } = way;
  const isRgb = matrix === 'gbr';
  const pixels = isRgb ? 'gbrp' : bits === 8 ? 'yuv420p' : 'yuv420p10le';
  const told = { colorspace: tags.matrix, color_primaries: tags.primaries, color_trc: tags.transfer };
  const words = Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [`-${name}`, value]));
  const input =
    `-f rawvideo -pix_fmt ${pixels} -video_size ${WIDTH}x${height} -framerate ${FRAMES_PER_SECOND} -i pipe:0`.split(
      ' ',
    );
  const rgb = isRgb ? ['-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0', '-pix_fmt', 'bgr24'] : encoder;
  const frame = isRgb ? planes(height, (bar) => [bar[1], bar[2], bar[0]], [1, 1]) : yuvFrame(way, height);
  const ranged = isRgb ? [] : ['-color_range', range];
  const args = ['-v', 'error', ...input, ...rgb, ...words, ...ranged, '-y', path];
  const bytes = Buffer.concat(Array.from({ length: FRAMES }, () => frame));
  const { status, stderr } = spawnSync('ffmpeg', args, { input: bytes, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return path;
}

/** The signals of 0 to 255 that the samples of a video have, each rounded as its bits demand. */
export function signalsOf({ matrix, range = 'tv', bits = 8, curve = 'sdr', isWide = false }: Way): readonly Rgb[] {
  const samples = { matrix: matrix as Matrix, range, bits };
  return BARS.map((bar) => fromYuv(toYuv(signalOf(bar, { curve, isWide }), samples), samples));
}

function yuvFrame({ matrix, range = 'tv', bits = 8, curve = 'sdr', isWide = false }: Way, height: number): Buffer {
  const samples = (bar: Rgb) => toYuv(signalOf(bar, { curve, isWide }), { matrix: matrix as Matrix, range, bits });
  return planes(height, samples, [2, bits === 8 ? 1 : 2]);
}

function planes(height: number, samplesOf: (bar: Rgb) => Rgb, [sub, bytes]: readonly [number, number]): Buffer {
  return Buffer.concat(
    [1, sub, sub].map((by, plane) => {
      const row = Buffer.alloc((WIDTH / by) * bytes);
      for (const [n, bar] of BARS.entries()) {
        const value = samplesOf(bar)[plane]!;
        const width = BAR_WIDTH / by;
        for (let x = n * width; x < (n + 1) * width; x++) row.writeUIntLE(value, x * bytes, bytes);
      }
      return Buffer.concat(Array.from({ length: height / by }, () => row));
    }),
  );
}

export interface Told {
  readonly matrix: string;
  readonly range: string;
  readonly primaries: string;
  readonly transfer: string;
}

export function tagsOf(path: string): Told {
  const entries = 'stream=color_space,color_range,color_primaries,color_transfer';
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', path];
  const [stream = {}] = (
    JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
      streams: readonly Record<string, string>[];
    }
  ).streams;
  return {
    matrix: stream['color_space'] ?? '',
    range: stream['color_range'] ?? '',
    primaries: stream['color_primaries'] ?? '',
    transfer: stream['color_transfer'] ?? '',
  };
}

/** The colours of the bars in one frame of a video, by its own tags. `at` is a share of the width. */
export function barsIn(path: string, { width, height, at, row = 0.5, seconds = 0 }: Reading): readonly Rgb[] {
  const { matrix, range } = tagsOf(path);
  const raw = `-v error -ss ${seconds} -i`.split(' ');
  const args = [...raw, path, ...'-frames:v 1 -f rawvideo -pix_fmt yuv420p -'.split(' ')];
  const frame = execFileSync('ffmpeg', args, { maxBuffer: 1 << 26 });
  const [half, luma] = [Math.ceil(width / 2), width * height];
  const chroma = half * Math.ceil(height / 2);
  return at.map((share) => {
    const [x, y] = [Math.floor(share * width), Math.floor(row * height)];
    const inChroma = (y >> 1) * half + (x >> 1);
    const yuv: Rgb = [frame[y * width + x]!, frame[luma + inChroma]!, frame[luma + chroma + inChroma]!];
    return fromYuv(yuv, { matrix: matrix as Matrix, range: range as 'tv', bits: 8 });
  });
}

interface Reading {
  readonly width: number;
  readonly height: number;
  readonly at: readonly number[];
  /** The share of the height. */
  readonly row?: number;
  readonly seconds?: number;
}

/** The middle of each bar. */
export const MIDDLES: readonly number[] = BARS.map((_, n) => (n + 0.5) / BARS.length);

/** The largest difference of any bar in any colour. */
export const distance = (found: readonly Rgb[], expected: readonly Rgb[]): number =>
  Math.max(...found.flatMap((bar, n) => bar.map((each, c) => Math.abs(each - expected[n]![c]!))));
