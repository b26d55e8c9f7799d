/** Test support: the formulas of the standards for colours, without any filter of ffmpeg. */

export type Rgb = readonly [r: number, g: number, b: number];
export type Curve = 'sdr' | 'pq' | 'hlg';

/** Coefficients of red and blue in the brightness. */
const LUMA = {
  bt709: [0.2126, 0.0722],
  smpte170m: [0.299, 0.114],
  bt470bg: [0.299, 0.114],
  smpte240m: [0.212, 0.087],
  bt2020nc: [0.2627, 0.0593],
} as const;
export type Matrix = keyof typeof LUMA;

interface Samples {
  readonly matrix: Matrix;
  readonly range: 'tv' | 'pc';
  readonly bits: number;
}

/** From a signal of 0 to 1. */
export function toYuv([r, g, b]: Rgb, { matrix, range, bits }: Samples): Rgb {
  const [kr, kb] = LUMA[matrix];
  const y = kr * r + (1 - kr - kb) * g + kb * b;
  const [u, v] = [(b - y) / (2 - 2 * kb), (r - y) / (2 - 2 * kr)];
  const scale = 2 ** (bits - 8);
  const top = 2 ** bits - 1;
  const half = 128 * scale;
  const put = (value: number): number => Math.max(0, Math.min(top, Math.round(value)));
  if (range === 'pc') return [put(y * top), put(half + u * top), put(half + v * top)];
  return [put(scale * (16 + 219 * y)), put(half + scale * 224 * u), put(half + scale * 224 * v)];
}

export function fromYuv([y, u, v]: Rgb, { matrix, range, bits }: Samples): Rgb {
  const [kr, kb] = LUMA[matrix];
  const scale = 2 ** (bits - 8);
  const isFull = range === 'pc';
  const luma = isFull ? y / 255 : (y / scale - 16) / 219;
  const [cb, cr] = [u, v].map((each) => (each / scale - 128) / (isFull ? 255 : 224)) as [number, number];
  const [r, b] = [luma + cr * (2 - 2 * kr), luma + cb * (2 - 2 * kb)];
  const g = (luma - kr * r - kb * b) / (1 - kr - kb);
  return [r, g, b].map((each) => 255 * Math.max(0, Math.min(1, each))) as unknown as Rgb;
}

const NITS = 203;
const PQ = {
  m1: 2610 / 16_384,
  m2: (2523 / 4096) * 128,
  c1: 3424 / 4096,
  c2: (2413 / 4096) * 32,
  c3: (2392 / 4096) * 32,
};
const HLG = { a: 0.178_832_77, b: 0.284_668_92, c: 0.559_910_73 };

const lightOf = (signal: number): number => (signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4);
const signalOfLight = (light: number): number =>
  light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

const CURVES: Readonly<Record<Curve, (light: number) => number>> = {
  sdr: signalOfLight,
  pq(light) {
    const power = ((light * NITS) / 10_000) ** PQ.m1;
    return ((PQ.c1 + PQ.c2 * power) / (1 + PQ.c3 * power)) ** PQ.m2;
  },
  hlg(light) {
    const scene = ((light * NITS) / 1000) ** (1 / 1.2);
    return scene <= 1 / 12 ? Math.sqrt(3 * scene) : HLG.a * Math.log(12 * scene - HLG.b) + HLG.c;
  },
};

/** The signal that shows a bar; its white is the reference white. */
export function signalOf(bar: Rgb, { curve, isWide }: { curve: Curve; isWide: boolean }): Rgb {
  if (curve === 'sdr') return bar.map((each) => each / 255) as unknown as Rgb;
  const light = bar.map((each) => lightOf(each / 255)) as unknown as Rgb;
  return (isWide ? light : mixed(light, TO_2020)).map(CURVES[curve]) as unknown as Rgb;
}

type Mix = readonly [Rgb, Rgb, Rgb];
/** ITU-R BT.2087. */
const TO_2020: Mix = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
];
const FROM_2020: Mix = [
  [1.6605, -0.5876, -0.0728],
  [-0.1246, 1.1329, -0.0083],
  [-0.0182, -0.1006, 1.1187],
];
const mixed = (light: Rgb, mix: Mix): Rgb =>
  mix.map((row) => row.reduce((sum, each, n) => sum + each * light[n]!, 0)) as unknown as Rgb;

/** A bar of BT.2020 as BT.709 shows it. */
export const inBt709 = (bar: Rgb): Rgb =>
  shown(mixed(bar.map((each) => lightOf(each / 255)) as unknown as Rgb, FROM_2020));

const shown = (light: Rgb): Rgb =>
  light.map((each) => 255 * signalOfLight(Math.max(0, Math.min(1, each)))) as unknown as Rgb;

/** HDR as docs/video-colours.md says that SDR shows it. */
export function toneMapped(signal: Rgb, curve: Exclude<Curve, 'sdr'>): Rgb {
  const peak = PEAK_NITS[curve] / NITS;
  const knee = 0.65;
  const start = (-(knee ** 2) * (peak - 1)) / (knee ** 2 - 2 * knee + peak);
  const offset = (knee ** 2 - 2 * knee * peak + peak) / (peak - 1);
  const scale = (offset ** 2 + 2 * offset * knee + knee ** 2) / (offset - start);
  const light = signal.map((each) => LIGHTS[curve](each / 255));
  const compressed = light.map((each) => (each <= knee ? each : (scale * (each + start)) / (each + offset)));
  return shown(mixed(compressed as unknown as Rgb, FROM_2020));
}

const PEAK_NITS = { pq: 10_000, hlg: 1000 } as const;
/** Light in multiples of the reference white. */
const LIGHTS = {
  pq(signal: number): number {
    const power = signal ** (1 / PQ.m2);
    return (10_000 / NITS) * (Math.max(0, power - PQ.c1) / (PQ.c2 - PQ.c3 * power)) ** (1 / PQ.m1);
  },
  hlg(signal: number): number {
    const scene = signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - HLG.c) / HLG.a) + HLG.b) / 12;
    return (1000 / NITS) * scene ** 1.2;
  },
} as const;
