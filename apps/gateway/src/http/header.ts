/**
 * The request headers that the gateway reads, each with a length limit. A longer value is refused before it is parsed, so
 * the work that a header can cause is bounded. Only this file reads values out of `IncomingMessage.headers`.
 */
import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '@farebox/contract';
import { idempotencyKeyForm } from '../endpoint/forms.ts';

interface Limit {
  /** As clients write the name, for errors. */
  readonly name: string;
  readonly charsMax: number;
  /** Reason of the error for a longer value: `invalid_request` with the header and its limit, unless one is named here. */
  readonly reason?: 'idempotency_key_invalid' | 'unsupported_media_type';
  /** A longer value counts as not understood: no credential and no listed origin is that long, and a preference, a condition or a range is optional. */
  readonly isIgnored?: true;
}

/** Sessions of an identity provider that lists many groups take up to about 8 KB. */
const CREDENTIAL_CHARS = 12 * 1024;

const HEADERS = {
  accept: { name: 'Accept', charsMax: 1_024 },
  'accept-encoding': { name: 'Accept-Encoding', charsMax: 256, isIgnored: true },
  'access-control-request-method': { name: 'Access-Control-Request-Method', charsMax: 32, isIgnored: true },
  authorization: { name: 'Authorization', charsMax: CREDENTIAL_CHARS, isIgnored: true },
  'cancel-after': { name: 'Cancel-After', charsMax: 32 },
  'content-encoding': { name: 'Content-Encoding', charsMax: 64, reason: 'unsupported_media_type' },
  'content-type': { name: 'Content-Type', charsMax: 256, reason: 'unsupported_media_type' },
  host: { name: 'Host', charsMax: 263 },
  'idempotency-key': { name: 'Idempotency-Key', charsMax: 256, reason: 'idempotency_key_invalid' },
  'if-none-match': { name: 'If-None-Match', charsMax: 1_024, isIgnored: true },
  'if-range': { name: 'If-Range', charsMax: 256 },
  'last-event-id': { name: 'Last-Event-ID', charsMax: 256 },
  'mcp-method': { name: 'Mcp-Method', charsMax: 256 },
  'mcp-name': { name: 'Mcp-Name', charsMax: 256 },
  'mcp-protocol-version': { name: 'MCP-Protocol-Version', charsMax: 64 },
  'mcp-session-id': { name: 'Mcp-Session-Id', charsMax: 256 },
  origin: { name: 'Origin', charsMax: 300, isIgnored: true },
  prefer: { name: 'Prefer', charsMax: 1_024, isIgnored: true },
  range: { name: 'Range', charsMax: 256, isIgnored: true },
  'stripe-signature': { name: 'Stripe-Signature', charsMax: 4_096 },
  'transfer-encoding': { name: 'Transfer-Encoding', charsMax: 64, isIgnored: true },
  'tus-resumable': { name: 'Tus-Resumable', charsMax: 32 },
  'upload-length': { name: 'Upload-Length', charsMax: 32 },
  'upload-metadata': { name: 'Upload-Metadata', charsMax: 4_096 },
  'upload-offset': { name: 'Upload-Offset', charsMax: 32 },
  'x-http-method-override': { name: 'X-HTTP-Method-Override', charsMax: 32 },
} as const satisfies Readonly<Record<string, Limit>>;

export type HeaderName = keyof typeof HEADERS;

export const HEADER_NAMES = Object.keys(HEADERS) as readonly HeaderName[];
export const charsMaxOf = (name: HeaderName): number => HEADERS[name].charsMax;

type WithHeaders = Pick<IncomingMessage, 'headers'>;

/**
 * Reads a header; undefined if it was not sent. Node joins the values of a header that was sent more than once.
 * Throws the error of HEADERS for a value that is too long.
 */
export function header({ headers }: WithHeaders, name: HeaderName): string | undefined {
  const value = headers[name];
  if (typeof value !== 'string') return undefined;
  const limit: Limit = HEADERS[name];
  if (value.length <= limit.charsMax) return value;
  if (limit.isIgnored === true) return undefined;
  if (limit.reason === undefined) throw tooLong(limit.name, limit.charsMax);
  const isKey = limit.reason === 'idempotency_key_invalid';
  const details = isKey ? idempotencyKeyForm(value) : { header: limit.name, lengthMax: limit.charsMax };
  throw new AppError(limit.reason, { details });
}

/** True if a value was sent, however long. */
export const isSent = ({ headers }: WithHeaders, name: HeaderName): boolean => headers[name] !== undefined;

/** The length of the body that the request announces; null for a chunked body and for none. Node has checked that it is a number. */
export function announcedBytes({ headers }: WithHeaders): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

export const hasBody = (request: WithHeaders): boolean =>
  isSent(request, 'transfer-encoding') || (announcedBytes(request) ?? 0) > 0;

/** MCP sends some arguments of a tool call in headers as well, each named by this and the argument. */
const ARGUMENT = 'mcp-param-';
const ARGUMENT_CHARS_MAX = 1_024;

/** All headers of this list that were sent, without the credential, and those of ARGUMENT. Throws as `header` does. */
export function toldHeaders(request: WithHeaders): readonly (readonly [name: string, value: string])[] {
  const told = HEADER_NAMES.filter((name) => name !== 'authorization').map(
    (name) => [name, header(request, name)] as const,
  );
  const all = [...told, ...argumentsIn(request)];
  return all.filter((each): each is readonly [string, string] => each[1] !== undefined);
}

function argumentsIn({ headers }: WithHeaders): readonly (readonly [name: string, value: string])[] {
  const found = Object.entries(headers).filter(([name]) => name.startsWith(ARGUMENT));
  return found.map(([name, value]) => {
    if (String(value).length > ARGUMENT_CHARS_MAX) throw tooLong(name, ARGUMENT_CHARS_MAX);
    return [name, String(value)];
  });
}

const tooLong = (name: string, charsMax: number): AppError =>
  invalidRequest({ [`header:${name}`]: `must be at most ${charsMax} characters` });
