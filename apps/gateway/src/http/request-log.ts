/**
 * One log line for each request, once its response has ended. It has the route's pattern and never the path, which can
 * contain a signed URL or a key that a client sent in a wrong place.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LineLog } from '@farebox/telemetry';
import type { SentMalformed } from './malformed.ts';
import { contextOf } from './response.ts';

export interface RequestLog {
  readonly ended: (request: IncomingMessage, response: ServerResponse, startMs: number) => void;
  /** For bytes that are not a request, and for a request that was cut short. */
  readonly malformed: (sent: SentMalformed) => void;
}

/** Load balancers and monitoring ask every few seconds. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export const createRequestLog = (log: LineLog): RequestLog => ({
  malformed: (sent) => log('request', { route: 'none', ...sent }, { limitedAs: 'bytes that are not a request' }),
  ended(request, response, startMs) {
    const context = contextOf(response);
    if (context?.route !== undefined && PROBES.has(context.route)) return;
    const { headersSent, statusCode, writableFinished } = response;
    const { route = 'none', requestId, projectId, executionId, reason } = context ?? {};
    const { method = '' } = request;
    const status = headersSent ? statusCode : null;
    const fields = {
      route,
      method: METHODS.has(method) ? method : 'other',
      status,
      durationMs: Math.round((performance.now() - startMs) * 10) / 10,
      requestId,
      projectId,
      executionId,
      reason,
      // The client disconnected first, or the gateway cut the connection.
      cut: writableFinished ? undefined : true,
    };
    log('request', fields, { limitedAs: limitedAs(status, projectId) });
  },
});

/**
 * Requests without a valid key, beyond the rate limit and during an outage cost their sender nothing, so their lines
 * are limited. Every other request has its line.
 */
function limitedAs(status: number | null, projectId: string | undefined): string | undefined {
  if (status === 503 || status === 429) return `request ${status}`;
  return projectId === undefined && (status === null || status >= 400) ? 'request without a project' : undefined;
}
