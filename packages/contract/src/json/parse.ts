/**
 * The only parser of request bodies, with the single policy of the wire contract, section 1. A body that passes can be canonicalised, hashed,
 * stored and read by another parser without a change of meaning. No code may bypass it: two readings of one paid body would be two prices.
 */
import { isUtf8 } from 'node:buffer';
import { invalidJson } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isExactNumber } from './exact-number.ts';
import { syntaxErrorAt } from './syntax-error-at.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Throws `invalid_json` unless the bytes are one JSON object that follows the policy. */
export function parseJsonObject(bytes: Buffer): JsonObject {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidJson('not_an_object');
  return value as JsonObject;
}

/**
 * Parses any JSON value in UTF-8. Throws `invalid_json` also for duplicate members, a NUL, half a surrogate pair, nesting deeper than 32
 * levels, and a number that a double cannot hold exactly. Runs in time linear in the text.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidJson('not_utf8');
  const text = bytes.toString('utf8');
  const value = valueOf(text);
  // JSON.parse merges duplicate members, so it would read fewer members than the text has.
  if (membersRead(value, 0) !== membersWritten(text)) throw invalidJson('duplicate_member');
  return value;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson('syntax', placeAt(text, syntaxErrorAt(text)));
  }
}

/** In characters, from 1. */
interface Place extends Readonly<Record<string, number>> {
  readonly line: number;
  readonly column: number;
}

function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

/** Counts the members of all objects in `value`. Throws `invalid_json` for text that PostgreSQL cannot store and for nesting that is too deep. */
function membersRead(value: unknown, depth: number): number {
  if (typeof value === 'string') return plain(value);
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === LIMITS.jsonDepth) throw invalidJson('too_deep', { depthMax: LIMITS.jsonDepth });
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value) count += membersRead(each, depth + 1);
    return count;
  }
  for (const [name, each] of Object.entries(value)) count += 1 + plain(name) + membersRead(each, depth + 1);
  return count;
}

function plain(text: string): 0 {
  if (!text.isWellFormed() || text.includes('\0')) throw invalidJson('nul_or_lone_surrogate');
  return 0;
}

const [QUOTE, BACKSLASH, COLON, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x3a, 0x2d, 0x30, 0x39] as const;

/** Counts the members in a text that is known to be JSON. Throws `invalid_json` for a number that a double cannot hold exactly. */
function membersWritten(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (code === COLON) count++;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      if (!isExactNumber(text.slice(at, end))) throw invalidJson('inexact_number', placeAt(text, at));
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

/** Whether an odd number of backslashes precedes the character. */
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
