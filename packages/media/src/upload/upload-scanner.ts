/**
 * Reads an upload's JSON byte by byte: one object of two strings. The content of `data` goes to the decoder;
 * everything else is kept, up to a limit, for the parser of all bodies. A body that is certain to be refused is
 * refused at once, so no body costs more than the file it could have been. A value that is not a string is never read.
 */
import {
  AppError,
  invalidJson,
  invalidRequest,
  LIMITS,
  parseJson,
  parseJsonObject,
  UPLOAD_MIME_TYPES,
} from '@farebox/contract';
import type { UploadMimeType } from '@farebox/contract';
import type { Base64Decoder } from './base64-decoder.ts';
import { createDataText } from './data-text.ts';

export interface UploadScanner {
  /** Throws AppError as soon as the body is certain to be refused. */
  take(chunk: Buffer): void;
  /** Call it after the last chunk. Returns the media type. Throws AppError. */
  end(): UploadMimeType;
}

const SPACES = [0x20, 0x09, 0x0a, 0x0d];
const [QUOTE, BACKSLASH, COLON, COMMA, OPEN, CLOSE] = [0x22, 0x5c, 0x3a, 0x2c, 0x7b, 0x7d] as const;
/** First bytes of values that are not strings: object, list, number, true, false, null. */
const OTHER_VALUES = Buffer.from('{[-0123456789tfn');
/** The longest part of a field name that is shown in the response. */
const NAME_SHOWN_MAX = 64;

/** Between tokens: the state that follows each byte. */
const NEXT: Readonly<Record<Between, ReadonlyMap<number, State>>> = {
  start: new Map([[OPEN, 'first_name']]),
  first_name: new Map([
    [QUOTE, 'name'],
    [CLOSE, 'after'],
  ]),
  next_name: new Map([[QUOTE, 'name']]),
  colon: new Map([[COLON, 'value']]),
  comma: new Map([
    [COMMA, 'next_name'],
    [CLOSE, 'after'],
  ]),
  after: new Map(),
};
type Between = 'start' | 'first_name' | 'next_name' | 'colon' | 'comma' | 'after';
type State = Between | 'name' | 'value' | 'text' | 'data';

export function createUploadScanner(decoder: Base64Decoder): UploadScanner {
  const outside = createOutside();
  const dataText = createDataText(decoder);
  const seen = new Set<string>();
  let state: State = 'start';
  let name = '';

  function between(from: Between, byte: number): void {
    if (SPACES.includes(byte)) return;
    const to = NEXT[from].get(byte);
    if (to === undefined) throw invalidJson('syntax');
    state = to;
    if (to === 'name') outside.textBegins();
  }

  function value(byte: number): void {
    if (SPACES.includes(byte)) return;
    if (OTHER_VALUES.includes(byte)) throw invalidRequest({ [pointer(name)]: 'must be string' });
    if (byte !== QUOTE) throw invalidJson('syntax');
    state = name === 'data' ? 'data' : 'text';
    outside.textBegins();
  }

  /** Handles a byte of a name, or of a string that is not `data`. */
  function character(byte: number, of: 'name' | 'text'): void {
    const text = outside.textEnds(byte);
    if (text === null) return;
    if (of === 'text') mimeTypeOf(text);
    else name = newName(text, seen);
    state = of === 'text' ? 'comma' : 'colon';
  }

  /** Returns the position after the closing quote, or the end of the chunk. */
  function data(chunk: Buffer, from: number): number {
    const quote = dataText.read(chunk, from);
    if (quote === -1) return chunk.length;
    outside.add(QUOTE);
    state = 'comma';
    return quote + 1;
  }

  function step(byte: number): void {
    outside.add(byte);
    if (state === 'value') value(byte);
    else if (state === 'name' || state === 'text') character(byte, state);
    else between(state as Between, byte);
  }

  return {
    take(chunk) {
      for (let at = 0; at < chunk.length;) {
        if (state === 'data') at = data(chunk, at);
        else step(chunk[at++] as number);
      }
    },
    end() {
      if (state !== 'after') throw invalidJson('syntax');
      requireAll(seen);
      // The kept bytes are the body without the file; the parser of all bodies makes the final decision.
      return mimeTypeOf(parseJsonObject(outside.whole())['mimeType']);
    },
  };
}

function requireAll(seen: ReadonlySet<string>): void {
  const missing = ['mimeType', 'data'].filter((name) => !seen.has(name));
  if (missing.length > 0)
    throw invalidRequest(Object.fromEntries(missing.map((name) => [pointer(name), 'is required'])));
}

function mimeTypeOf(text: unknown): UploadMimeType {
  const found = UPLOAD_MIME_TYPES.find((each) => each === text);
  if (found === undefined) throw new AppError('unsupported_media_type', { details: { allowed: UPLOAD_MIME_TYPES } });
  return found;
}

function newName(name: string, seen: Set<string>): string {
  if (name !== 'mimeType' && name !== 'data')
    throw invalidRequest({ [pointer(name)]: 'is not a field of this request' });
  if (seen.has(name)) throw invalidJson('duplicate_member');
  seen.add(name);
  return name;
}

/** The body without the content of `data`, as it was sent, up to the limit of any other body. */
function createOutside() {
  const bytes = Buffer.allocUnsafe(LIMITS.jsonBodyBytes);
  let used = 0;
  let textAt = 0;
  let escaped = false;
  return {
    add(byte: number): void {
      if (used === bytes.length)
        throw new AppError('request_too_large', { details: { bytesMax: bytes.length, besides: '/data' } });
      bytes[used++] = byte;
    },
    whole: () => bytes.subarray(0, used),
    /** Starts a string at the byte that was added last. */
    textBegins: () => void (textAt = used - 1),
    /** The string that ends with the byte that was added last; null if it continues. */
    textEnds(byte: number): string | null {
      const isEnd = byte === QUOTE && !escaped;
      escaped = byte === BACKSLASH && !escaped;
      return isEnd ? (parseJson(bytes.subarray(textAt, used)) as string) : null;
    },
  };
}

/** The JSON Pointer of a field (RFC 6901). The name is text of the client, so its length is bounded. */
const pointer = (name: string): string =>
  `/${name.slice(0, NAME_SHOWN_MAX).replaceAll('~', '~0').replaceAll('/', '~1')}`;
