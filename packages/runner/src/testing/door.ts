/** The side of Farebox for tests of pull runners: one tool's queue of runs, with short leases and responses that go wrong. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RunReport, RunStart } from '@farebox/runner-protocol';
import { newToken, startOf } from './farebox.ts';

export const KEY = 'key-of-a-runner';

export interface Offered {
  readonly token: string;
  readonly reports: RunReport[];
  /** Names of its leases, in the order of its claims. */
  readonly leases: string[];
  readonly ended: Promise<RunReport['reply']>;
  isCancelled: boolean;
}

/** A response instead of the true one. `lost`: the request counts, and its response does not arrive. */
export type Wrong = 'lost' | { readonly status: number; readonly body?: string; readonly retryAfter?: number };

export interface TestDoor extends AsyncDisposable {
  readonly url: string;
  /** Puts a run before the runners; again with its token, after its lease was lost. */
  readonly offer: (members?: Partial<RunStart>, token?: string) => Offered;
  /** For the next requests of a kind. */
  readonly wrong: { readonly claim: Wrong[]; readonly report: Wrong[] };
  /** Claims that wait now. */
  readonly waiting: () => number;
}

interface Held extends Offered {
  readonly start: RunStart;
  readonly end: (reply: RunReport['reply']) => void;
  lease: string | null;
}

/** @param leaseSeconds short, so that a runner reports often. */
export async function openTestDoor(leaseSeconds = 1.2): Promise<TestDoor> {
  const runs = new Map<string, Held>();
  const waiters: ((run: Held) => void)[] = [];
  const queue: Held[] = [];
  const wrong: TestDoor['wrong'] = { claim: [], report: [] };
  let leases = 0;
  const claim = async (request: IncomingMessage): Promise<unknown> => {
    const run = queue.shift() ?? (await nextRun(request));
    run.lease = `lease-${++leases}`;
    run.leases.push(run.lease);
    return { run: { token: run.token, lease: run.lease, leaseSeconds, start: run.start } };
  };
  const nextRun = (request: IncomingMessage): Promise<Held> =>
    new Promise((resolve) => {
      waiters.push(resolve);
      request.socket.once('close', () => {
        const index = waiters.indexOf(resolve);
        if (index !== -1) waiters.splice(index, 1);
      });
    });
  const report = (token: string, sent: RunReport): unknown => {
    const run = runs.get(token);
    if (run === undefined) return 'run_not_found';
    if (run.lease !== sent.lease) return 'run_lease_lost';
    run.reports.push(sent);
    if (sent.reply.status !== 'running') run.end(sent.reply);
    if (sent.reply.status === 'not_taken') run.lease = null;
    return { cancel: run.isCancelled, leaseSeconds };
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, token] = /\/api\/runs\/(.+)\/report$/.exec(request.url ?? '') ?? [];
    const body = JSON.parse(await text(request)) as RunReport;
    if (request.headers.authorization !== `Bearer ${KEY}`) return send(response, 401, 'invalid_runner_key');
    const fault = wrong[token === undefined ? 'claim' : 'report'].shift();
    if (fault !== undefined && fault !== 'lost') {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
      return void response.writeHead(fault.status).end(fault.body ?? '<html>busy</html>');
    }
    const data = token === undefined ? await claim(request) : report(token, body);
    if (fault === 'lost') return void response.destroy();
    send(response, data === 'run_not_found' ? 404 : typeof data === 'string' ? 409 : 200, data);
  };
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    wrong,
    waiting: () => waiters.length,
    offer(members, token = newToken()) {
      const { promise: ended, resolve: end } = Promise.withResolvers<RunReport['reply']>();
      const start = startOf(members);
      const known = runs.get(token);
      const fresh = { token, start, ended, end, reports: [], leases: [], lease: null, isCancelled: false };
      const run: Held = known ?? fresh;
      runs.set(token, run);
      const waiter = waiters.shift();
      if (waiter === undefined) queue.push(run);
      else waiter(run);
      return run;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, status: number, data: unknown): void {
  const body = status === 200 ? { data } : { error: { status: 'X', message: data } };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
