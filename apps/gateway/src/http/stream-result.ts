/**
 * Writes the head of an event stream, then the stream. The connection carries no request after it, so that it does not
 * delay a gateway that stops.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FeedResult } from '../endpoint/handler.ts';
import type { Opened, StreamRegistry } from '../watch/stream-registry.ts';
import { everyHeader, type ResponseContext } from './response.ts';

export interface Streaming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: ResponseContext;
  readonly streams: Pick<StreamRegistry, 'enter' | 'open'>;
}

const HEAD = Object.entries({
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no', // keeps proxies from buffering events
  Connection: 'close',
}).flat();

/** Throws if there are too many streams. */
export function streamResult(
  { request, response, context, streams }: Streaming,
  { feed }: FeedResult,
  opened: Omit<Opened, 'response'>,
): void {
  const leave = streams.enter(opened.identity);
  const { requestId, rateHeaders } = context;
  response.writeHead(200, [...HEAD, ...everyHeader(requestId), ...rateHeaders]);
  const isGone = response.destroyed || request.socket.destroyed;
  if (request.method !== 'HEAD' && !isGone) return streams.open({ ...opened, response }, leave, feed);
  leave();
  response.end();
}
