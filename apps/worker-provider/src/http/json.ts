/**
 * JSON from a provider. Its depth is limited before parsing, and numbers keep their text, because an amount of money
 * must never become a float. A bare word or number that JSON does not know is read as null: it is a statement that nobody
 * can read, beside a result that is paid. Any other text that is not JSON throws ResponseError.
 */

/** The response does not follow the dialect, so the outcome of the call is unknown. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  /** The response to a paid call: it may be the result, so it is kept for the operator. */
  received: Buffer | undefined;
}

/** A number, digit by digit. */
export class Numeral {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Json = null | boolean | string | Numeral | readonly Json[] | JsonRecord;
export interface JsonRecord {
  readonly [name: string]: Json | undefined;
}

const DEPTH_MAX = 32;

export function parseJson(bytes: Buffer): Json {
  const text = textOf(bytes);
  if (!isShallow(text)) throw new ResponseError(`JSON deeper than ${DEPTH_MAX}`);
  const value = parsed(text) ?? parsed(readable(text));
  if (value === undefined) throw new ResponseError('no JSON');
  return value;
}

/** Undefined if the text is not JSON. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text, keepNumerals) as Json;
  } catch {
    return undefined;
  }
}

export const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Numeral);

/** A member of an object; undefined for anything else. */
export const member = (value: Json | undefined, name: string): Json | undefined =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export const textMember = (value: Json | undefined, name: string): string | null => {
  const found = member(value, name);
  return typeof found === 'string' ? found : null;
};

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ResponseError('no UTF-8');
  }
}

/** `source` is the text of the number (ECMAScript 2026); V8 provides it for primitives. */
const keepNumerals = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? new Numeral(context?.source ?? 'NaN') : value;

/** Scans only the text, because a recursive parser would already have overflowed. Skips strings. */
function isShallow(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > DEPTH_MAX) return false;
  }
  return true;
}

const BARE = /[\w+\-.]+/y;
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/**
 * Replaces bare words and numbers that JSON does not know by null, such as the `NaN` of Python's `json.dumps`. Only
 * inside of an object or a list: a page or a message alone is no JSON.
 */
function readable(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') at = endOfString(text, at);
    BARE.lastIndex = at;
    const word = BARE.exec(text)?.[0];
    if (word === undefined) continue;
    if (!LITERAL.test(word)) {
      parts.push(text.slice(from, at), 'null');
      from = at + word.length;
    }
    at += word.length - 1;
  }
  return [...parts, text.slice(from)].join('');
}

/** The index of the closing quote, or of the end of the text. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close === -1 ? text.length : close;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === '\\') first--;
  return (quote - first) % 2 === 1;
}
