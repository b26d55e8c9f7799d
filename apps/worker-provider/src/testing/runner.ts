/** A runner of a team over real HTTP: it verifies what it gets, keeps its runs by token, and misbehaves as it is told. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type EndedReply, readStart, type RunReply, type RunStart, signRun, verifyRun } from '@farebox/runner-protocol';

export const SECRETS = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_b3RoZXItc2VjcmV0LW9mLTMyLWJ5dGVzISEhIQ==',
] as const;

export interface Asked {
  readonly method: 'PUT' | 'GET' | 'POST';
  readonly token: string;
  /** How often this method was asked for this token, from 1. */
  readonly times: number;
}

/** Sent instead of the signed reply. */
export interface Fault {
  /** Cuts the connection without a response. */
  readonly cut?: true;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
  /** Default: no signature. */
  readonly secret?: string;
  /** The run is not taken. */
  readonly isBefore?: true;
}

export interface RunnerScript {
  /** The state of a run once it is taken: its end, or `running`. */
  readonly work?: (start: RunStart) => object | Promise<object>;
  readonly fault?: (asked: Asked) => Fault | undefined;
}

export interface TestRunner extends AsyncDisposable {
  readonly url: string;
  /** The runs that were begun, in order: work that costs money. */
  readonly begun: RunStart[];
  /** Each request with a right signature, such as `PUT`. */
  readonly asked: string[];
  /** Requests without one. */
  readonly refused: string[];
  /** Ends a run that was begun. */
  readonly end: (token: string, reply: EndedReply) => void;
}

export const DONE = { status: 'succeeded', result: { lines: ['FAREBOX'] } } as const;

export async function startRunner({
  work = () => DONE,
  fault = () => undefined,
}: RunnerScript = {}): Promise<TestRunner> {
  const runs = new Map<string, object>();
  const begun: RunStart[] = [];
  const asked: string[] = [];
  const refused: string[] = [];
  const times = new Map<string, number>();

  async function stateAfter(method: string, token: string, body: string): Promise<object> {
    const known = runs.get(token);
    if (method === 'POST' && known !== undefined && 'status' in known && known.status === 'running')
      runs.set(token, { status: 'cancelled' });
    if (method !== 'PUT' || known !== undefined) return runs.get(token) ?? { status: 'not_known' };
    const read = readStart(body);
    if (!read.ok) return { status: 'failed', reason: 'failed', message: read.problem, billed: false };
    begun.push(read.start);
    runs.set(token, { status: 'running' });
    runs.set(token, await work(read.start));
    return runs.get(token) as RunReply;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method as Asked['method'];
    const [, token = ''] = /\/runs\/([^/]+)/.exec(request.url ?? '') ?? [];
    const body = (await buffer(request)).toString();
    const line = `${method} ${(request.url ?? '').endsWith('/cancel') ? 'cancel' : ''}`.trim();
    const header = (name: string) => request.headers[name] as string | undefined;
    const nowSeconds = Date.now() / 1000;
    if (!verifyRun({ secrets: SECRETS, token, nowSeconds, body, header }).ok) {
      refused.push(line);
      response.writeHead(401).end();
      return;
    }
    asked.push(line);
    times.set(line + token, (times.get(line + token) ?? 0) + 1);
    const told = fault({ method, token, times: times.get(line + token) ?? 1 });
    const state = told?.isBefore === true ? {} : await stateAfter(method, token, body);
    if (told?.cut === true) {
      request.socket.destroy();
      return;
    }
    const text = typeof told?.body === 'string' ? told.body : JSON.stringify(told?.body ?? state);
    const secret = told === undefined ? SECRETS[0] : told.secret;
    const signed = secret === undefined ? {} : signRun({ secrets: [secret], token, nowSeconds, body: text });
    response
      .writeHead(told?.status ?? 200, { 'content-type': 'application/json', ...signed, ...told?.headers })
      .end(text);
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/farebox/v1`,
    begun,
    asked,
    refused,
    end: (token, reply) => void runs.set(token, reply),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
