/**
 * JSON from a provider: bounded in depth before it is parsed, and with numbers as they are written, because an amount of money
 * never becomes a float. What is not JSON is an AnswerError.
 */

/** The response is not what the dialect says. What the call did cannot be told from it. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
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
  try {
    return JSON.parse(text, keepNumerals) as Json;
  } catch {
    throw new ResponseError('no JSON');
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

/** `source` is the text of the number (ECMAScript 2026); V8 gives it for primitives. */
const keepNumerals = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? new Numeral(context?.source ?? 'NaN') : value;

/** Looks at the text only: a parser that recurses would already have overflowed. Strings are leapt over. */
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
