/** A scripted service with a project and its event stream, and a server under development. Used by tests only. */
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { serving } from './serving.ts';

/** One connection: the states that it sends, and then its position. Afterwards it stays open, or ends. */
export interface Connection {
  readonly states: readonly object[];
  readonly position: string;
  readonly resumed?: boolean;
  readonly ends?: boolean;
}

/** @param connections one for each connection in order; more connections get nothing. */
export async function eventService(connections: readonly Connection[]) {
  /** The `Last-Event-ID` of each connection. */
  const resumedFrom: (string | undefined)[] = [];
  const server = await serving(({ url = '', headers }, response) => {
    if (url === '/tools/project')
      return void response.end(
        JSON.stringify({ data: { project: { id: 'proj_1', name: 'Shop', environment: 'test' } } }),
      );
    const connection = connections[resumedFrom.length];
    resumedFrom.push(headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (connection === undefined) return response.flushHeaders();
    const { states, position, resumed = true, ends = false } = connection;
    for (const state of states) response.write(`event: execution\ndata: ${JSON.stringify(state)}\n\n`);
    response.write(`event: snapshot\nid: ${position}\ndata: ${JSON.stringify({ resumed, more: false })}\n\n`);
    if (ends) response.end();
  });
  return { ...server, resumedFrom, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** @param statuses of its answers in order, then 204. */
export async function messageServer(statuses: readonly number[] = []) {
  const messages: Message[] = [];
  const server = await serving((request, response) => {
    void text(request).then((body) => {
      messages.push({ headers: request.headers, body });
      response.writeHead(statuses[messages.length - 1] ?? 204).end();
    });
  });
  return { ...server, messages, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}
