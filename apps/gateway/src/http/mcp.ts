/**
 * `/mcp`: the API for agents. Key, rate limit and body are checked as for any other endpoint before the protocol begins;
 * the endpoint behind a tool call checks permissions again. There are no sessions, so any gateway can handle any request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AGENT_ROUTES, LIMITS, parseJsonObject } from '@farebox/contract';
import { mcpOverHttp } from '@farebox/mcp';
import type { Handlers } from '../endpoint/handler.ts';
import { apiInProcess } from '../mcp/in-process.ts';
import { createFileReader, type FileReading } from '../mcp/read-file.ts';
import { authenticate } from './authentication.ts';
import type { Listener } from './bare-app.ts';
import type { Pipeline } from './bind-route.ts';
import { requireJson } from './content-type.ts';
import { toldHeaders } from './header.ts';
import { countRequest } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { everyHeader, type ResponseContext, responseContext } from './response.ts';
import type { ReportFailure } from './send-error.ts';

export interface McpEndpoint extends Pipeline, FileReading {
  readonly handlers: Handlers;
  readonly report: ReportFailure;
}

export function serveMcp({
  keys,
  limiter,
  handlers,
  report,
  publicUrl,
  downloads,
  ...pipelineOf
}: McpEndpoint): Listener {
  const { sendError } = pipelineOf;
  const observe = pipelineOf.observe(AGENT_ROUTES.callMcp);
  const mcp = mcpOverHttp(publicUrl.hostname);
  const readerFor = createFileReader({ downloads, publicUrl });
  return async (request, response) => {
    const startMs = performance.now();
    const context = responseContext(response, AGENT_ROUTES.callMcp.path);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const identity = await authenticate(keys, request);
      context.projectId = identity.project.id;
      const count = (): Promise<void> => countRequest(limiter, identity, context);
      await count();
      const { requestId } = context;
      const body = request.method === 'POST' ? await bodyOf(request) : undefined;
      const read = readerFor(identity);
      const api = apiInProcess({ handlers, identity, count, report, requestId, read });
      await write(response, context, await mcp.respond(webRequest(request, publicUrl, gone.signal), body, { api }));
    } catch (error) {
      sendError(request, response, { context, error, route: undefined });
    }
    observe(response.statusCode, performance.now() - startMs);
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, LIMITS.jsonBodyBytes);
  requireJson(request);
  return parseJsonObject(bytes);
}

/** Converts the request's head, without its body. The key is not passed on. */
function webRequest(request: IncomingMessage, { href }: URL, signal: AbortSignal): Request {
  const headers = toldHeaders(request).map(([name, value]): [string, string] => [name, value]);
  return new Request(href, { method: request.method ?? 'GET', headers, signal });
}

/** Writes the protocol's response with the headers of the API: JSON, or events for hosts of older protocol versions. */
async function write(
  response: ServerResponse,
  { requestId, rateHeaders }: ResponseContext,
  reply: Response,
): Promise<void> {
  const own = [...everyHeader(requestId), ...rateHeaders];
  const told = [...reply.headers].filter(([name]) => name !== 'cache-control').flat();
  response.writeHead(reply.status, [...told, ...own]);
  if (reply.body === null) response.end();
  else await pipeline(Readable.fromWeb(reply.body), response).catch(() => response.destroy());
}
