/** Breaks two rules that need types; without the type-aware half of the linter they are not looked at at all. */
const later = async (): Promise<number> => 1;

export function forgotten(value: string): number {
  later();
  return JSON.parse(value);
}
