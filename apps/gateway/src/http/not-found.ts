/**
 * Responds to requests that match no endpoint. With a valid key such a request is counted and gets the rate limit headers.
 * Without one the response is a bare 404.
 */
import { AppError } from '@farebox/contract';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { responseContext, type ResponseContext } from './response.ts';
import { authenticate } from './authentication.ts';
import type { Listener } from './bare-app.ts';
import type { Pipeline } from './bind-route.ts';
import { letRead } from './cross-origin.ts';
import { countRequest } from './rate-limit.ts';

type Needs = Pick<Pipeline, 'keys' | 'limiter' | 'sendError'>;

export const respondNotFound =
  (needs: Needs): Listener =>
  async (request, response) => {
    const context = responseContext(response);
    needs.sendError(request, response, {
      context,
      error: await failureOf(needs, request, { context, response }),
      route: undefined,
    });
  };

/** Names the methods of a path to every client, because the route table is public. */
export const otherMethod =
  (methods: readonly string[], absent: Listener): Listener =>
  async (request, response) => {
    const named = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    response.setHeader('Allow', [...new Set(named)].toSorted().join(', '));
    await absent(request, response);
  };

async function failureOf(
  { keys, limiter }: Needs,
  request: IncomingMessage,
  { context, response }: { readonly context: ResponseContext; readonly response: ServerResponse },
): Promise<unknown> {
  try {
    const identity = await authenticate(keys, request);
    context.projectId = identity.project.id;
    letRead(request, response, identity.project.origins);
    await countRequest(limiter, identity, context);
  } catch (error) {
    if (!(error instanceof AppError && error.message === 'invalid_api_key')) return error;
  }
  return new AppError('not_found', { details: factsFor(response) });
}

/** The list of all paths, and the methods of this one if it has any: a client that shows only the body has both. */
function factsFor(response: ServerResponse): { readonly describedAt: string; readonly allow?: readonly string[] } {
  const allow = response.getHeader('Allow');
  const describedAt = '/openapi.json';
  return typeof allow === 'string' ? { allow: allow.split(', '), describedAt } : { describedAt };
}
