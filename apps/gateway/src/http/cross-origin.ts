/**
 * Cross-origin requests. A project lists the origins whose pages may read responses to its keys and its signed URLs. Any
 * other response names no origin, so no browser shows it to a page. There are no cookies. Permission depends on the key
 * alone, never on the origin.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@farebox/contract';
import type { OriginDirectory } from '@farebox/identity';
import type { Listener } from './bare-app.ts';
import { header, isSent } from './header.ts';
import { responseContext, writeError } from './response.ts';
import { discardUnreadBody } from './unread-body.ts';

const EXPOSED =
  'Accept-Ranges, Content-Disposition, Content-Range, ETag, Idempotent-Replayed, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
const HEADERS =
  'Accept, Authorization, Cancel-After, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer';
/** A browser may cache a preflight for this long. The response to the request itself is decided each time. */
const MAX_AGE_SECONDS = 600;

/**
 * Sets the CORS headers before any response is written, so that pages can read errors as well.
 * @param more names of response headers that only some routes send.
 */
export function letRead(
  request: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
  more: readonly string[] = [],
): void {
  const origin = header(request, 'origin');
  if (origin === undefined || !origins.includes(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', [EXPOSED, ...more].join(', '));
  response.setHeader('Vary', 'Origin');
}

export interface Preflight {
  /** Resolves to true if pages of this origin may send the request. */
  readonly isAllowed: (origin: string, request: IncomingMessage) => Promise<boolean>;
  readonly methods: readonly string[];
  /** Request headers that pages may send besides those of the API. */
  readonly headers?: readonly string[];
  /** Responds to everything but a preflight, as if there were no preflights. */
  readonly absent: Listener;
}

/** The network panel of a browser shows it; the page itself sees only a network error. The same for every address, so it reveals no project. */
const HINT = 'the project does not list this origin (farebox cors set)';

/** A preflight carries no key. It uses no rate limit and reveals only whether the origin is listed. */
export const respondToPreflight =
  ({ isAllowed, methods, headers = [], absent }: Preflight): Listener =>
  async (request, response) => {
    const [origin, method] = [header(request, 'origin'), header(request, 'access-control-request-method')];
    // Browsers send no key with a preflight. A request with a key is counted like any other.
    const isOne = origin !== undefined && method !== undefined && methods.includes(method);
    // While the database is unreachable no origin is allowed; the page retries.
    const isWelcome = isOne && (await isAllowed(origin, request).catch(() => null));
    if (isWelcome === false && isOne && !isSent(request, 'authorization')) return refuse(request, response);
    if (isWelcome !== true) return absent(request, response);
    response.writeHead(204, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': [HEADERS, ...headers].join(', '),
      'Access-Control-Max-Age': MAX_AGE_SECONDS,
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'Cache-Control': 'no-store',
      'X-Request-Id': responseContext(response).requestId,
    });
    response.end();
  };

/** Like the response to what does not exist, with the reason. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  discardUnreadBody(request);
  response.setHeader('Farebox-Hint', HINT);
  const details = { fields: { 'header:Origin': HINT } };
  writeError(response, responseContext(response), new AppError('not_found', { details }));
}

/** Allows an origin that any project lists, because a preflight of a route names no project. */
export const byAnyProject =
  (origins: OriginDirectory): Preflight['isAllowed'] =>
  (origin) =>
    origins.isListed(origin);
