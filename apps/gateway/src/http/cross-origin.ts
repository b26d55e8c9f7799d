/**
 * Pages of other origins. A project lists those that may read what its keys and its signed addresses are answered; any other answer names no origin, so no
 * browser shows it to a page. Never with cookies: there are none. What may be done is decided by the key, whoever sends it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OriginDirectory } from '@farebox/identity';
import type { Listener } from './bare-app.ts';
import { newRequestId } from './request-id.ts';

const EXPOSED =
  'Accept-Ranges, Content-Disposition, Content-Range, Idempotent-Replayed, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
const HEADERS = 'Accept, Authorization, Cancel-After, Content-Type, Idempotency-Key, Last-Event-ID, Prefer';
/** How long a browser need not ask again. The answer to the request itself is decided each time. */
const MAX_AGE_SECONDS = 600;

/** Before anything is answered, so that refusals can be read too, whoever writes them. `more`: headers that only some answers have. */
export function letRead(
  request: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
  more: readonly string[] = [],
): void {
  const { origin } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', [EXPOSED, ...more].join(', '));
  response.setHeader('Vary', 'Origin');
}

export interface Preflight {
  /** Whether pages of this origin may send the request at all. */
  readonly isAllowed: (origin: string, request: IncomingMessage) => Promise<boolean>;
  readonly methods: readonly string[];
  /** What pages may send besides the headers of the API. */
  readonly headers?: readonly string[];
  /** For whatever is no preflight of an allowed origin: as if there were none. */
  readonly absent: Listener;
}

/** A preflight carries no key. It costs no budget, and tells nothing but that the origin is listed. */
export const respondToPreflight =
  ({ isAllowed, methods, headers = [], absent }: Preflight): Listener =>
  async (request, response) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    const isOne = origin !== undefined && method !== undefined && methods.includes(method);
    // A database that is away allows nobody: the page asks again.
    const isWelcome = isOne && (await isAllowed(origin, request).catch(() => false));
    if (!isWelcome) return absent(request, response);
    response.writeHead(204, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': [HEADERS, ...headers].join(', '),
      'Access-Control-Max-Age': MAX_AGE_SECONDS,
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'Cache-Control': 'no-store',
      'X-Request-Id': newRequestId(),
    });
    response.end();
  };

/** Any project's: a preflight of a route names none. */
export const byAnyProject =
  (origins: OriginDirectory): Preflight['isAllowed'] =>
  (origin) =>
    origins.isListed(origin);
