/** This API accepts only uncompressed JSON in UTF-8. */
import type { IncomingMessage } from 'node:http';
import { AppError } from '@farebox/contract';
import { allowedTypes } from '../endpoint/forms.ts';
import { header } from './header.ts';

/** No two runs of spaces touch: 15 kB of spaces would take as many steps squared. */
const JSON_IN_UTF8 = /^application\/json(?:[\t ]*;[\t ]*charset[\t ]*=[\t ]*(?:utf-8|"utf-8"))?(?:[\t ]*;)?[\t ]*$/i;

export function requireJson(request: Pick<IncomingMessage, 'headers'>): void {
  const type = header(request, 'content-type');
  // The usual spelling is compared first, which spares it the regular expression.
  const isJson = type === 'application/json' || (type !== undefined && JSON_IN_UTF8.test(type));
  if (!isJson || !isPlain(request)) throw notPlain(request, ['application/json'], type);
}

/** The refusal of a body of another type, or of a compressed one. */
export const notPlain = (
  request: Pick<IncomingMessage, 'headers'>,
  allowed: readonly string[],
  sent: string | undefined,
): AppError =>
  new AppError('unsupported_media_type', {
    details: { ...allowedTypes(allowed, sent), ...(isPlain(request) ? {} : { contentEncoding: 'identity' }) },
  });

/** The media type in lower case, without parameters; undefined if none was sent. */
export const mediaTypeOf = (request: Pick<IncomingMessage, 'headers'>): string | undefined =>
  header(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();

/** True if the body is not compressed. */
export const isPlain = (request: Pick<IncomingMessage, 'headers'>): boolean =>
  (header(request, 'content-encoding') ?? 'identity').toLowerCase() === 'identity';
