/** This API accepts only uncompressed JSON in UTF-8. */
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@farebox/contract';

/** No two runs of spaces touch: 15 kB of spaces would take as many steps squared. */
const JSON_IN_UTF8 = /^application\/json(?:[\t ]*;[\t ]*charset[\t ]*=[\t ]*(?:utf-8|"utf-8"))?(?:[\t ]*;)?[\t ]*$/i;

export function requireJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  // The usual spelling is compared first, which spares it the regular expression.
  const isJson = type === 'application/json' || (type !== undefined && JSON_IN_UTF8.test(type));
  if (!isJson || encoding.toLowerCase() !== 'identity') throw new AppError('unsupported_media_type');
}
