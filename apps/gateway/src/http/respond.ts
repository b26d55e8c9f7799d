/** Responds with the result of a handler: a shared body in the coding that the client accepts, or 304 if the client has it already. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EncodedResult, HandlerResult, LinesResult, SharedResult } from '../endpoint/handler.ts';
import type { SharedBody } from '../endpoint/shared-body.ts';
import { encodingFor, isCurrent } from './content-coding.ts';
import { header } from './header.ts';
import { everyHeader, JSON_BODY, type ResponseContext, writeResult } from './response.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: ResponseContext;
}

export async function respond(
  exchange: Exchange,
  result: HandlerResult | EncodedResult | LinesResult | SharedResult,
): Promise<void> {
  if ('shared' in result) await writeShared(exchange, result.shared);
  else writeResult(exchange.response, exchange.context, result);
}

async function writeShared({ request, response, context }: Exchange, body: SharedBody): Promise<void> {
  const encoding = encodingFor(header(request, 'accept-encoding'));
  const etag = body.etagOf(encoding);
  const { requestId, rateHeaders } = context;
  const headers = [...everyHeader(requestId), ...rateHeaders, 'ETag', etag, 'Vary', varyOf(response)];
  if (isCurrent(etag, header(request, 'if-none-match'))) return void response.writeHead(304, headers).end();
  const bytes = await body.bytesIn(encoding);
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  const ofBody = ['Content-Type', JSON_BODY, 'Content-Length', String(bytes.length), ...coding];
  response.writeHead(200, [...ofBody, ...headers]).end(bytes);
}

/** The response to a page depends on its origin as well, and headers of `writeHead` replace earlier ones. */
function varyOf(response: ServerResponse): string {
  const earlier = response.getHeader('Vary');
  return [...(earlier === undefined ? [] : [String(earlier)]), 'Accept-Encoding'].join(', ');
}
