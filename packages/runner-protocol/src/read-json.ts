/** Reads JSON that another program wrote, within limits of bytes and depth. Never throws. */
import type { Json, JsonObject } from './messages.ts';

export type Members = Readonly<Record<string, Json | undefined>>;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null unless the text is one JSON object of at most that many UTF-8 bytes. */
export function objectOf(text: string, bytesMax: number): Members | null {
  if (bytesOf(text) > bytesMax) return null;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Objects and arrays within each other, counted to `limit` only. */
export function isWithinDepth(value: Json, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return limit > 0 && Object.values(value).every((each: Json) => isWithinDepth(each, limit - 1));
}

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export const isText = (value: Json | undefined, charactersMax: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= charactersMax;

export const isCount = (value: Json | undefined, least: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
