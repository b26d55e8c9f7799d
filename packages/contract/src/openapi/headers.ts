/** Every response header, once. */

interface Header {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const text = (maxLength: number) => ({ type: 'string', maxLength });

const HEADERS = {
  'Cache-Control': {
    description: 'Always `no-store`: a response is for one client alone.',
    schema: { type: 'string', enum: ['no-store'] },
  },
  'X-Request-Id': { description: 'Names this request in our logs; quote it in a report.', schema: text(64) },
  'RateLimit-Policy': {
    description:
      'The quota of the key and its window in seconds, aligned to the UTC minute: draft-ietf-httpapi-ratelimit-headers-10.',
    schema: text(200),
  },
  RateLimit: {
    description:
      'What is left of it, or of the quota of its project where that is less, and seconds to the end of the window: draft-ietf-httpapi-ratelimit-headers-10.',
    schema: text(200),
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: text(100) },
  'Retry-After': {
    description: 'Seconds to wait before asking again. Not where waiting does not help.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 86_400 },
  },
  Location: {
    description: 'Path of the execution.',
    schema: { type: 'string', format: 'uri-reference', maxLength: 200 },
  },
  'Preference-Applied': {
    description: 'What of `Prefer` was done: RFC 7240.',
    schema: text(40),
  },
  'Idempotent-Replayed': {
    description: '`true` on a replay: nothing new was accepted.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;

/** @param further those that a route adds, with what it says of them. */
export function headersOf(names: readonly HeaderName[], further: Readonly<Record<string, string>> = {}) {
  const described = Object.entries(further).map(([name, description]) => {
    const { schema } = HEADERS[name as HeaderName];
    return [name, { description, schema }] as const;
  });
  return Object.fromEntries([...names.map((name) => [name, HEADERS[name]] as const), ...described]);
}
