/** A server that sends the scripted responses of a test in order, and records the requests. */
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Scripted {
  readonly status: number;
  /** A string is sent as is, an object as JSON. */
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Heard {
  /** For example `POST /tools/quote`. */
  readonly asked: string;
  readonly key: string | undefined;
  readonly prefer: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly body: string;
  readonly atMs: number;
}

export interface ScriptedServer {
  readonly baseUrl: string;
  readonly heard: readonly Heard[];
  readonly close: () => Promise<void>;
}

/** Null in the script: the connection breaks instead of a response. */
export async function scripted(script: readonly (Scripted | null)[]): Promise<ScriptedServer> {
  const heard: Heard[] = [];
  const note = async (request: IncomingMessage): Promise<void> => {
    const { method, url, headers } = request;
    const key = headers['idempotency-key'] as string | undefined;
    const prefer = headers['prefer'] as string | undefined;
    const ifNoneMatch = headers['if-none-match'];
    const body = await text(request);
    heard.push({ asked: `${method} ${url}`, key, prefer, ifNoneMatch, body, atMs: performance.now() });
  };
  const server = createServer((request, response) => {
    const next = script[heard.length];
    void note(request).then(() => {
      if (next === null || next === undefined) return request.socket.destroy();
      response.writeHead(next.status, { 'Content-Type': 'application/json', ...next.headers });
      return response.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
