/** Billing units are integers; what an operation measures becomes units here, for the quote and for the worker alike. */
import { divCeil } from '@farebox/kernel';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const PIXELS_PER_MEGAPIXEL = 1_000_000n;

export const pixelsOf = ({ width, height }: Size): number => width * height;

/** Started megapixels, at least 1: the platform gains the fraction. */
export function startedMegapixels(pixels: number): number {
  return Math.max(1, Number(divCeil(BigInt(pixels), PIXELS_PER_MEGAPIXEL)));
}

/** Started seconds, at least 1: the platform gains the fraction. */
export const startedSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));

const HUNDRED = 100;

/** Started hundreds of Unicode code points, at least 1, as the schema counts the length of a text. */
export const startedHundreds = (text: string): number => Math.max(1, Math.ceil(Array.from(text).length / HUNDRED));

/** As fine as media is measured. */
const TICKS_PER_SECOND = 1e6;
const PIXEL_TICKS_PER_UNIT = PIXELS_PER_MEGAPIXEL * BigInt(TICKS_PER_SECOND);

/** Started million pixels × seconds, at least 1: the platform gains the fraction. */
export function startedMegapixelSeconds(pixels: number, seconds: number): number {
  const pixelTicks = BigInt(pixels) * BigInt(Math.ceil(seconds * TICKS_PER_SECOND));
  return Math.max(1, Number(divCeil(pixelTicks, PIXEL_TICKS_PER_UNIT)));
}
