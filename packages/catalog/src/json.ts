/** JSON values, and a bounded copy into which defaults are filled without changing the client's input. */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** The most values in one tool input. The limit also bounds the problems that a validator can collect. */
const VALUES_MAX = 4096;

/**
 * A deep copy, or null if the value is larger than any tool input may be. The depth is limited by the parser that
 * every body has passed. Members are defined, not assigned, so a member named `__proto__` stays a member and is
 * refused as an unknown field.
 */
export function copyJson(value: Readonly<Record<string, unknown>>): JsonObject | null {
  let values = 0;
  const copy = (each: unknown): unknown => {
    if (++values > VALUES_MAX) throw new TooLarge();
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(copy);
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, copy(member)]));
  };
  try {
    return copy(value) as JsonObject;
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

class TooLarge extends Error {}
