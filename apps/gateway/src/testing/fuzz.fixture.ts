/** For the test of work: requests of a route with long texts in every place that a client fills. */
import { charsMaxOf, HEADER_NAMES, type HeaderName } from '../http/header.ts';
import type { Malformed } from './malformed.fixture.ts';

export interface Place {
  readonly method: string;
  /** With its parameters filled. */
  readonly path: string;
  readonly example?: unknown;
  readonly authorization: string;
}

/** Characters that mean something to a parser of headers, queries or bodies. */
const PIECES = ['a', ' ', ',', '"\\', ';a=', '%41', '/', '&a=1', '=', '(', '\\', '[', '{"a":', ',a ', '.', '-'];

export interface Fuzz extends Place {
  /** Length of each text. A header is shorter, in the same proportion, so that its limit is not exceeded. */
  readonly chars: number;
  readonly charsMax: number;
  /** Places of one route get different pieces; each place gets all of them over the routes. */
  readonly turn: number;
}

/** Texts of a query, of a path and of a body that each route gets. */
const EACH = [0, 1];

/** Each request has one long text. */
export function requestsWith({ chars, charsMax, turn, ...place }: Fuzz): readonly Malformed[] {
  const textAt = (index: number, length = chars): string => {
    const piece = PIECES[(index + turn) % PIECES.length] as string;
    return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  };
  const lengthOf = (name: HeaderName): number => Math.floor((Math.min(charsMaxOf(name), charsMax) * chars) / charsMax);
  const json = JSON.stringify(place.example ?? {});
  const requests: readonly Partial<Sent>[] = [
    ...HEADERS.filter((_, index) => (index + turn) % 3 === 0).map((name, index) => ({
      header: `${name}: x${textAt(index, Math.max(1, lengthOf(name) - 2)).trim()}x`,
    })),
    ...EACH.map((each) => ({ query: `?${encodeURI(textAt(each * 7))}` })),
    ...EACH.map((each) => ({ segment: encodeURIComponent(textAt(each * 7)) })),
    ...EACH.map((each) => ({ body: textAt(each * 7) })),
    ...changed(place.example ?? {}, textAt).map((body) => ({ body: JSON.stringify(body) })),
  ];
  return requests.map((sent) => requestOf(place, { query: '', header: '', body: json, ...sent }));
}

/** Without these two a request is refused at once. */
const HEADERS = HEADER_NAMES.filter((name) => name !== 'host' && name !== 'transfer-encoding');

interface Sent {
  readonly header: string;
  readonly query: string;
  /** Replaces the last segment of the path. */
  readonly segment?: string;
  readonly body: string;
}

function requestOf({ method, path, authorization }: Place, { header, query, segment, body }: Sent): Malformed {
  const whole = segment === undefined ? path : path.slice(0, path.lastIndexOf('/') + 1) + segment;
  const usual = [`Authorization: ${authorization}`, 'Content-Type: application/json', 'Tus-Resumable: 1.0.0'];
  const others = usual.filter((each) => nameIn(each) !== nameIn(header));
  return {
    line: `${method} ${whole}${query} HTTP/1.1`,
    headers: [...others, ...(header === '' ? [] : [header]), `Content-Length: ${Buffer.byteLength(body)}`],
    body: Buffer.from(body),
  };
}

const nameIn = (line: string): string => line.slice(0, line.indexOf(':')).toLowerCase();

/** Copies of a value, in each of which one text is long, one list has many members, or one object has many names. */
function changed(value: unknown, textAt: (index: number) => string, depth = 0): readonly unknown[] {
  const text = textAt(depth);
  if (typeof value === 'string') return [text];
  if (typeof value === 'number') return [Number('9'.repeat(Math.min(text.length, 300)))];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const inner = items.flatMap((each, at) =>
      changed(each, textAt, depth + at + 1).map((other) => items.with(at, other)),
    );
    return [Array.from({ length: text.length / 4 }, () => items[0] ?? 1), ...inner];
  }
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, each], at) =>
    changed(each, textAt, depth + at + 1).map((other) => ({ ...value, [name]: other })),
  );
  const names = Array.from({ length: text.length / 8 }, (_, at) => [`n${at}`, at]);
  return [{ ...value, ...Object.fromEntries(names) }, { ...value, [text]: 1 }, ...inner];
}
