/**
 * Binds a route object and its handler into a request listener. The order is the contract's: authenticate, rate limit,
 * scope, then the body. Nothing is read before the request is counted; nothing is written before it is authorised.
 */
import { type JsonObject, LIMITS, parseJsonObject, type Route, ROUTES, type RouteName } from '@farebox/contract';
import type { KeyDirectory } from '@farebox/identity';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TSchema, Type } from 'typebox';
import type { RouteRequest, Handler } from '../endpoint/handler.ts';
import { type Check, compileQueryCheck } from '../endpoint/validation.ts';
import type { StreamRegistry } from '../watch/stream-registry.ts';
import { responseContext } from './response.ts';
import { streamResult } from './stream-result.ts';
import { arriving, UPLOAD_RATE } from './arriving.ts';
import { authenticate, authorize } from './authentication.ts';
import { letRead } from './cross-origin.ts';
import { requireJson } from './content-type.ts';
import { header } from './header.ts';
import { parseQuery, typed } from './query.ts';
import { countRequest } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import type { ObserveRoute } from './observe.ts';
import type { SendError } from './send-error.ts';
import { respond } from './respond.ts';

export interface Pipeline {
  readonly keys: KeyDirectory;
  readonly limiter: RateLimiter;
  readonly sendError: SendError;
  readonly observe: ObserveRoute;
  readonly streams: Pick<StreamRegistry, 'enter' | 'open'>;
}

const EXECUTION_PATH = '/tools/executions/{id}';
const EXECUTION_ID = /^exe_[0-9a-z]{26}$/;
/** Undefined for any other text: a client can put a secret into a path. */
const executionIdIn = (value: unknown): string | undefined =>
  typeof value === 'string' && EXECUTION_ID.test(value) ? value : undefined;

/** No route requires a query parameter. */
const NO_PARAMETERS = Object.freeze({});
/** A route without query parameters refuses a query, like any unknown field. */
const NO_QUERY = Type.Object({}, { additionalProperties: false });

export type Params = Readonly<Record<string, string | string[]>>;
/** The caller, Express or the fast path, passes the parameters of the path. */
export type RouteListener = (request: IncomingMessage, response: ServerResponse, params: Params) => Promise<void>;

export function bindRoute<N extends RouteName>(name: N, handler: Handler<N>, pipeline: Pipeline): RouteListener {
  const { keys, limiter, sendError } = pipeline;
  const route: Route = ROUTES[name];
  const observe = pipeline.observe(route);
  const ofExecution = route.path.startsWith(EXECUTION_PATH);
  const querySchema: TSchema = route.query ?? NO_QUERY;
  const checkQuery = compileQueryCheck(querySchema);
  checkQuery(NO_PARAMETERS);

  return async (request, response, params) => {
    const startMs = performance.now();
    let waitedMs = 0;
    const context = responseContext(response, route.path);
    try {
      const identity = await authenticate(keys, request);
      context.projectId = identity.project.id;
      if (ofExecution) context.executionId = executionIdIn(params['id']);
      letRead(request, response, identity.project.origins);
      await countRequest(limiter, identity, context);
      authorize(route.scope, identity);
      const call: RouteRequest<N> = {
        identity,
        requestId: context.requestId,
        // The route object determines these three types, and the same route object parsed the three values.
        params: params as RouteRequest<N>['params'],
        query: checkedQuery(request.url ?? '', checkQuery, querySchema) as RouteRequest<N>['query'],
        body: (await bodyOf(route, request)) as RouteRequest<N>['body'],
        // Read by the handlers that use them, so that the order of checks is theirs.
        get idempotencyKey() {
          return header(request, 'idempotency-key');
        },
        get cancelAfter() {
          return header(request, 'cancel-after');
        },
        get prefer() {
          return header(request, 'prefer');
        },
        get lastEventId() {
          return header(request, 'last-event-id');
        },
        onGone: (listener) => void response.once('close', listener),
      };
      const result = await handler(call);
      if ('feed' in result) {
        const authorizeAgain = async () => authorize(route.scope, await authenticate(keys, request));
        const authorizedBy = `${route.scope} ${header(request, 'authorization')}`;
        streamResult({ request, response, context, streams: pipeline.streams }, result, {
          identity,
          authorizeAgain,
          authorizedBy,
        });
        return observe(200, performance.now() - startMs);
      }
      if ('executionId' in result) context.executionId = result.executionId;
      if ('waitedMs' in result) waitedMs = result.waitedMs ?? 0;
      await respond({ request, response, context }, result);
    } catch (error) {
      sendError(request, response, { context, error, route: name });
    }
    observe(response.statusCode, performance.now() - startMs - waitedMs);
  };
}

function checkedQuery(url: string, check: Check, schema: TSchema): unknown {
  if (!url.includes('?')) return NO_PARAMETERS;
  const query = typed(parseQuery(url), schema);
  check(query);
  return query;
}

async function bodyOf({ body }: Route, request: IncomingMessage): Promise<unknown> {
  if (body === undefined) return undefined;
  if (body.kind === 'upload') {
    requireJson(request);
    return arriving(request, UPLOAD_RATE);
  }
  const bytes = await readBody(request, body.bytesMax ?? LIMITS.jsonBodyBytes);
  return jsonOf(bytes, request, body.optional === true);
}

function jsonOf(bytes: Buffer, request: IncomingMessage, optional: boolean): JsonObject {
  if (bytes.length === 0 && optional) return {};
  requireJson(request);
  return parseJsonObject(bytes);
}
