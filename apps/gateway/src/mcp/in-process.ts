/**
 * Calls the endpoints for the MCP server: the same handlers, behind the same checks of key, rate limit and scope as over
 * HTTP. The HTTP request that contains the tool call counts for its first endpoint call; each further one counts
 * separately.
 */
import { type JsonObject, type Route, ROUTES, type RouteName } from '@farebox/contract';
import type { Identity } from '@farebox/identity';
import type { Api, ApiRequest } from '@farebox/mcp';
import type { RouteRequest, Handler, Handlers, SharedResult } from '../endpoint/handler.ts';
import { failureOf } from '../endpoint/failure.ts';
import { authorize } from '../http/authentication.ts';
import type { ReportFailure } from '../http/send-error.ts';

export interface InProcess {
  readonly handlers: Handlers;
  readonly identity: Identity;
  /** Counts a request of the key. Throws `rate_limit_exceeded`. */
  readonly count: () => Promise<void>;
  /** Logs failures whose details the client must not see. */
  readonly report: ReportFailure;
  readonly requestId: string;
  readonly read: Api['read'];
}

export function apiInProcess({ handlers, identity, count, report, requestId, read }: InProcess): Api {
  let isCounted = true;
  async function attempted<T>(route: RouteName, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      const failure = failureOf(error, route);
      report(failure, { requestId, route });
      throw failure;
    }
  }
  return {
    call: <T>(route: RouteName, request: ApiRequest = {}): Promise<T> =>
      attempted(route, async () => {
        if (!isCounted) await count();
        isCounted = false;
        const { scope }: Route = ROUTES[route];
        authorize(scope, identity);
        const handler = handlers[route] as Handler<RouteName>;
        return (await answered(handler, callOf(route, request, { identity, requestId }))) as T;
      }),
    // The URL comes from `downloadArtifact`, which has checked the scope and counted.
    read: (url, bytesMax) => attempted('downloadArtifact', () => read(url, bytesMax)),
  };
}

function callOf(
  name: RouteName,
  { params = {}, body, idempotencyKey }: ApiRequest,
  caller: Pick<InProcess, 'identity' | 'requestId'>,
): RouteRequest<RouteName> {
  const route: Route = ROUTES[name];
  const sent: JsonObject | undefined = body;
  // The route object determines these types, as over HTTP.
  return {
    ...caller,
    params,
    query: {},
    body: route.body?.kind === 'upload' ? bytesOf(sent) : sent,
    idempotencyKey,
    cancelAfter: undefined,
  } as unknown as RouteRequest<RouteName>;
}

/** Encodes the body as bytes, because the upload handler reads bytes. */
async function* bytesOf(body: JsonObject | undefined): AsyncGenerator<Buffer, void> {
  yield Buffer.from(JSON.stringify(body));
}

async function answered(handler: Handler<RouteName>, call: RouteRequest<RouteName>): Promise<unknown> {
  const result = await handler(call);
  if ('data' in result) return result.data;
  if ('shared' in result)
    return (JSON.parse((result as SharedResult).shared.text()) as { readonly data: unknown }).data;
  if (!('encoded' in result)) throw new TypeError('a stream of events is no result of a call');
  return (JSON.parse(result.encoded) as { readonly data: unknown }).data;
}
