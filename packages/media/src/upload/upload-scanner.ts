/**
 * Reads an upload's JSON byte by byte: one object of two texts. The content of `data` flows to the decoder; everything else
 * is kept, bounded, for the parser of all bodies. Whatever is certain to be refused is refused at once, so that no body
 * costs more than the file it could have been: nothing of a value that is no text is ever looked at.
 */
import { AppError, invalidRequest, LIMITS, parseJson, parseJsonObject, UPLOAD_MIME_TYPES } from '@farebox/contract';
import type { UploadMimeType } from '@farebox/contract';
import type { Base64Decoder } from './base64-decoder.ts';
import { createDataText } from './data-text.ts';

export interface UploadScanner {
  /** Throws AppError as soon as the body is certain to be refused. */
  take(chunk: Buffer): void;
  /** After the last chunk: the media type. Throws AppError. */
  end(): UploadMimeType;
}

const SPACES = [0x20, 0x09, 0x0a, 0x0d];
const [QUOTE, BACKSLASH, COLON, COMMA, OPEN, CLOSE] = [0x22, 0x5c, 0x3a, 0x2c, 0x7b, 0x7d] as const;
/** With which a value begins that is no text: an object, a list, a number, true, false, null. */
const OTHER_VALUES = Buffer.from('{[-0123456789tfn');
/** Of a name that stands in the response. */
const NAME_SHOWN_MAX = 64;

/** Between tokens: which byte leads where. */
const NEXT: Readonly<Record<Between, ReadonlyMap<number, Place>>> = {
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
type Place = Between | 'name' | 'value' | 'text' | 'data';

export function createUploadScanner(decoder: Base64Decoder): UploadScanner {
  const outside = createOutside();
  const dataText = createDataText(decoder);
  const seen = new Set<string>();
  let place: Place = 'start';
  let name = '';

  function between(from: Between, byte: number): void {
    if (SPACES.includes(byte)) return;
    const to = NEXT[from].get(byte);
    if (to === undefined) throw new AppError('invalid_json');
    place = to;
    if (to === 'name') outside.textBegins();
  }

  function value(byte: number): void {
    if (SPACES.includes(byte)) return;
    if (OTHER_VALUES.includes(byte)) throw invalidRequest({ [pointer(name)]: 'must be string' });
    if (byte !== QUOTE) throw new AppError('invalid_json');
    place = name === 'data' ? 'data' : 'text';
    outside.textBegins();
  }

  /** Inside a name, or a text that is not `data`. */
  function character(byte: number, of: 'name' | 'text'): void {
    const text = outside.textEnds(byte);
    if (text === null) return;
    if (of === 'text') mimeTypeOf(text);
    else name = newName(text, seen);
    place = of === 'text' ? 'comma' : 'colon';
  }

  /** Returns how far it read: behind the closing quote, or to the end of the chunk. */
  function data(chunk: Buffer, from: number): number {
    const quote = dataText.read(chunk, from);
    if (quote === -1) return chunk.length;
    outside.add(QUOTE);
    place = 'comma';
    return quote + 1;
  }

  function step(byte: number): void {
    outside.add(byte);
    if (place === 'value') value(byte);
    else if (place === 'name' || place === 'text') character(byte, place);
    else between(place as Between, byte);
  }

  return {
    take(chunk) {
      for (let at = 0; at < chunk.length;) {
        if (place === 'data') at = data(chunk, at);
        else step(chunk[at++] as number);
      }
    },
    end() {
      if (place !== 'after') throw new AppError('invalid_json');
      requireAll(seen);
      // What was kept is the body without the file: the parser of all bodies has the last word on it.
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
  if (found === undefined) throw new AppError('unsupported_media_type');
  return found;
}

function newName(name: string, seen: Set<string>): string {
  if (name !== 'mimeType' && name !== 'data')
    throw invalidRequest({ [pointer(name)]: 'is not a field of this request' });
  if (seen.has(name)) throw new AppError('invalid_json');
  seen.add(name);
  return name;
}

/** The body without the content of `data`, as it was sent: as large as any other body may be. */
function createOutside() {
  const bytes = Buffer.allocUnsafe(LIMITS.jsonBodyBytes);
  let used = 0;
  let textAt = 0;
  let escaped = false;
  return {
    add(byte: number): void {
      if (used === bytes.length) throw new AppError('request_too_large');
      bytes[used++] = byte;
    },
    whole: () => bytes.subarray(0, used),
    /** With the byte that was added last. */
    textBegins: () => void (textAt = used - 1),
    /** The text that ends with this byte, which was added last; null while it goes on. */
    textEnds(byte: number): string | null {
      const isEnd = byte === QUOTE && !escaped;
      escaped = byte === BACKSLASH && !escaped;
      return isEnd ? (parseJson(bytes.subarray(textAt, used)) as string) : null;
    },
  };
}

/** RFC 6901; the name is the client's text. */
const pointer = (name: string): string =>
  `/${name.slice(0, NAME_SHOWN_MAX).replaceAll('~', '~0').replaceAll('/', '~1')}`;
