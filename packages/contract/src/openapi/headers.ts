/** Every response header, declared once. */

interface Header {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const text = (maxLength: number) => ({ type: 'string', maxLength });

const HEADERS = {
  'Cache-Control': {
    description: 'Always `no-store`: caches must not keep the response.',
    schema: { type: 'string', enum: ['no-store'] },
  },
  'X-Request-Id': { description: 'Identifies this request. Quote it in a report.', schema: text(64) },
  'RateLimit-Policy': {
    description:
      'The rate limit of the key and its window in seconds, which begins with the UTC minute (draft-ietf-httpapi-ratelimit-headers-10).',
    schema: text(200),
  },
  RateLimit: {
    description:
      'The remaining requests of the key, or of its project if fewer remain there, and the seconds until the window ends (draft-ietf-httpapi-ratelimit-headers-10).',
    schema: text(200),
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: text(100) },
  'Retry-After': {
    description: 'Seconds to wait before a retry. Absent if waiting does not help.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 86_400 },
  },
  Location: {
    description: 'Path of the execution.',
    schema: { type: 'string', format: 'uri-reference', maxLength: 200 },
  },
  ETag: {
    description: 'Identifies the content of the response in its content coding.',
    schema: { type: 'string', pattern: '^(W/)?"[!#-~]*"$', maxLength: 64 },
  },
  Vary: { description: 'The request headers on which the response depends.', schema: text(100) },
  'Content-Encoding': {
    description: 'The content coding of the body.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  'Preference-Applied': {
    description: 'The part of `Prefer` that was applied (RFC 7240).',
    schema: text(40),
  },
  'Idempotent-Replayed': {
    description: '`true` on a replay: the request was accepted earlier, and nothing new was accepted.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;

/** @param further headers of the route → the route's description of them. */
export function headersOf(names: readonly HeaderName[], further: Readonly<Record<string, string>> = {}) {
  const described = Object.entries(further).map(([name, description]) => {
    const { schema } = HEADERS[name as HeaderName];
    return [name, { description, schema }] as const;
  });
  return Object.fromEntries([...names.map((name) => [name, HEADERS[name]] as const), ...described]);
}
