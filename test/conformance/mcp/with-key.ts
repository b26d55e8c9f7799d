/** A proxy before `/mcp` that adds a key, for programs that can send none, and replaces the names of their example tools. It changes nothing else. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { translated } from './example-server.ts';

interface Front extends AsyncDisposable {
  /** URL of `/mcp`. */
  readonly url: string;
}

/** @param keys used in turn, since each may send 120 requests a minute; the first is an ADMIN's, who may cancel executions of the others. */
export async function withKeys(gatewayUrl: string, keys: readonly string[]): Promise<Front> {
  let count = 0;
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const received = await buffer(incoming);
    const message = parsed(received);
    const key = keys[message?.method === 'tasks/cancel' ? 0 : count++ % keys.length] ?? '';
    const { headers, body } = await inOurWords({ headers: incoming.headers, body: received, message }, key);
    const options = { method: incoming.method, headers: { ...headers, authorization: `Bearer ${key}` }, agent: false };
    const onward = ask(`${gatewayUrl}/mcp`, options, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  }
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Passed {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Received extends Passed {
  readonly message: Message | null;
}

async function inOurWords({ headers, body, message }: Received, key: string): Promise<Passed> {
  const call = message?.method === 'tools/call' ? await translated(message.params, key) : null;
  if (message === null || call === null) return { headers, body };
  const ours = Buffer.from(JSON.stringify({ ...message, params: { ...message.params, ...call } }));
  const name = headers['mcp-name'] === message.params.name ? { 'mcp-name': call.name } : {};
  return { headers: { ...headers, ...name, 'content-length': String(ours.length) }, body: ours };
}

interface Message {
  readonly method: string;
  readonly params: { readonly name: string };
}

/** Null for a body that is not a message; it is forwarded unchanged. */
function parsed(body: Buffer): Message | null {
  try {
    return JSON.parse(body.toString()) as Message;
  } catch {
    return null;
  }
}
