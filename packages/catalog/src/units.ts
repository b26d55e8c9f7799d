/** Billing units are integers. Measurements become units here, for quotes and workers alike. */
import { divCeil } from '@farebox/kernel';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const PIXELS_PER_MEGAPIXEL = 1_000_000n;

export const pixelsOf = ({ width, height }: Size): number => width * height;

/** Started megapixels, at least 1. Rounded up in favour of the platform. */
export function startedMegapixels(pixels: number): number {
  return Math.max(1, Number(divCeil(BigInt(pixels), PIXELS_PER_MEGAPIXEL)));
}

/** The resolution in which media is measured. Sums of decimals in floats are off by less: 0.1 + 2.7 + 0.2 is above 3. */
const TICKS_PER_SECOND = 1e6;
const ticksIn = (seconds: number): bigint => BigInt(Math.round(seconds * TICKS_PER_SECOND));

/** Started seconds, at least 1. Rounded up in favour of the platform. */
export const startedSeconds = (seconds: number): number =>
  Math.max(1, Number(divCeil(ticksIn(seconds), BigInt(TICKS_PER_SECOND))));

const HUNDRED = 100;

/** Started hundreds of Unicode code points, at least 1. The schema counts the length of a text in the same way. */
export const startedHundreds = (text: string): number => Math.max(1, Math.ceil(Array.from(text).length / HUNDRED));

const PIXEL_TICKS_PER_UNIT = PIXELS_PER_MEGAPIXEL * BigInt(TICKS_PER_SECOND);

/** Started megapixel-seconds, at least 1. Rounded up in favour of the platform. */
export function startedMegapixelSeconds(pixels: number, seconds: number): number {
  const pixelTicks = BigInt(pixels) * ticksIn(seconds);
  return Math.max(1, Number(divCeil(pixelTicks, PIXEL_TICKS_PER_UNIT)));
}
