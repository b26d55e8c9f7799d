/**
 * The one parser of request bodies, with the one policy of the wire contract, section 1. What passes here is what was
 * written: it can be canonicalised, hashed, stored and read by another parser without becoming something else. It must
 * never be gone round: two readings of one paid body are two prices.
 */
import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isExactNumber } from './exact-number.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Throws `invalid_json` unless the bytes are one JSON object that keeps the policy. */
export function parseJsonObject(bytes: Buffer): JsonObject {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('invalid_json');
  return value as JsonObject;
}

/**
 * Any JSON value in UTF-8. Throws `invalid_json`, also for members of one name, a NUL, half a surrogate pair, nesting over
 * 32, and a number that no double is. Linear in the text.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new AppError('invalid_json');
  const text = bytes.toString('utf8');
  const value = valueOf(text);
  // Members of one name become one: then fewer are read than were written.
  if (membersRead(value, 0) !== membersWritten(text)) throw new AppError('invalid_json');
  return value;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_json');
  }
}

/** Members of all objects in `value`. Throws `invalid_json` for what PostgreSQL or a recursion could not bear. */
function membersRead(value: unknown, depth: number): number {
  if (typeof value === 'string') return plain(value);
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === LIMITS.jsonDepth) throw new AppError('invalid_json');
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value) count += membersRead(each, depth + 1);
    return count;
  }
  for (const [name, each] of Object.entries(value)) count += 1 + plain(name) + membersRead(each, depth + 1);
  return count;
}

function plain(text: string): 0 {
  if (!text.isWellFormed() || text.includes('\0')) throw new AppError('invalid_json');
  return 0;
}

const [QUOTE, BACKSLASH, COLON, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x3a, 0x2d, 0x30, 0x39] as const;

/** Members as they stand in a text that is known to be JSON. Throws `invalid_json` for a number that no double is. */
function membersWritten(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (code === COLON) count++;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      if (!isExactNumber(text.slice(at, end))) throw new AppError('invalid_json');
      at = end - 1;
    }
  }
  return count;
}

function closingQuote(text: string, opening: number): number {
  let end = text.indexOf('"', opening + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** After an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

const NUMBER_END = /[^-+.0-9eE]|$/g;

function endOfNumber(text: string, start: number): number {
  NUMBER_END.lastIndex = start;
  return NUMBER_END.exec(text)?.index ?? text.length;
}
