/** Parts of the rules that restate the prices of the tools of this catalog. */
import type { Expr, Pointer, Quantity } from '@farebox/price-rules';

const MEGA = 1_000_000;

export const pixels = (file: Pointer): Expr => ({ fact: file, of: 'pixels' });
export const width = (file: Pointer): Expr => ({ fact: file, of: 'width' });
export const height = (file: Pointer): Expr => ({ fact: file, of: 'height' });
export const seconds = (file: Pointer): Expr => ({ fact: file, of: 'seconds' });

/** Started megapixels. */
export const megapixels = (pixelCount: Expr): Quantity => ({ ceil: { div: [pixelCount, MEGA] } });

/** Seconds as they are measured, in started microseconds. */
const measured = (duration: Expr): Expr => ({ div: [{ ceil: { mul: [duration, MEGA] } }, MEGA] });

/** Started megapixel-seconds, at least 1, as a part of a sum or a maximum. */
export const megapixelSeconds = (pixelCount: Expr, duration: Expr): Expr => ({
  max: [1, { ceil: { div: [{ mul: [pixelCount, measured(duration)] }, MEGA] } }],
});

/** 1 if the expression, which is 0 or 1, is 0. */
export const not = (expr: Expr): Expr => ({ sub: [1, expr] });

/** 1 if an integer is at most so much, else 0. */
export const isAtMost = (expr: Expr, most: number): Expr => not({ min: [1, { sub: [expr, most] }] });

/** 1 if an integer is at least so much, else 0. */
export const isAtLeast = (expr: Expr, least: number): Expr => ({ min: [1, { floor: { div: [expr, least] } }] });

/** The part of a value that counts if all conditions are 1. */
export const when = (conditions: readonly Expr[], value: Expr): Expr => ({ mul: [...conditions, value] });

export const area = ({ width: along, height: across }: Sides): Expr => ({ mul: [along, across] });

export interface Sides {
  readonly width: Expr;
  readonly height: Expr;
}
