/**
 * Breaks two rules that need types; without the type-aware half of the linter they are not looked at at all. And two rules of a plugin, against
 * regular expressions that take more than linear time.
 */
const later = async (): Promise<number> => 1;

export function forgotten(value: string): number {
  later();
  return JSON.parse(value);
}

/** In order: exponential, quadratic, and quadratic because every start is tried. */
export const slow = [/^(?:a+)+$/, /^a*a*b$/, /a+b$/];
