/** For tests: a sound runner of `@farebox/runner`, and one for each fault that `farebox tool test` must find. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createRunner, type Run, type Runner, type RunOutcome } from '@farebox/runner';
import { type RunReply, signRun, type RunStart } from '@farebox/runner-protocol';
import type { FaultId, HttpFaultId } from '../tool-test/faults.ts';
import { PNG } from './frame-tool.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const GIF = Buffer.from('474946383961', 'hex');

type Around = (runner: Runner) => Runner;

interface Seed {
  /** How long the work takes. */
  readonly holdMs?: number;
  readonly bytes?: Buffer;
  /** Changes what the runner does with a request. */
  readonly around?: Around;
  /** Forgets a run whose client has gone away. */
  readonly isTied?: boolean;
}

const HOLD_MS = 20;
const LONG_MS = 900;

async function work({ file, outputs, signal }: Run, { holdMs = HOLD_MS, bytes = PNG }: Seed): Promise<RunOutcome> {
  await file('/source').bytes();
  await pause(holdMs, undefined, { signal });
  await outputs[0]?.put(bytes);
  return { result: { ok: true }, units: 2, cost: { usd: '0.001' } };
}

const tokenOf = ({ url }: Request): string => /\/runs\/([^/]+)/.exec(url)?.[1] ?? '';
const isCancel = ({ method }: Request): boolean => method === 'POST';

const signedJson = (token: string, reply: object, status = 200): Response => {
  const body = JSON.stringify(reply);
  return new Response(body, {
    status,
    headers: signRun({ secrets: [SECRET], token, nowSeconds: Date.now() / 1000, body }),
  });
};

/** Replaces the end of a success by another one. */
const ending =
  (change: (reply: RunReply) => object): Around =>
  (runner) =>
  async (request) => {
    const response = await runner(request);
    const text = await response.text();
    const reply = text.startsWith('{') ? (JSON.parse(text) as RunReply) : null;
    if (reply?.status !== 'succeeded') return new Response(text, response);
    return signedJson(tokenOf(request), { ...reply, ...change(reply) });
  };

/** Signs the request of anybody again, with another time if asked to. */
const trusting =
  (isWrong: (request: Request, body: string) => boolean, time: (request: Request) => number): Around =>
  (runner) =>
  async (request) => {
    const body = await request.text();
    const { url, method } = request;
    const own = signRun({ secrets: [SECRET], token: tokenOf(request), nowSeconds: time(request), body });
    const headers = isWrong(request, body) ? own : request.headers;
    return runner(new Request(url, { method, headers, ...(method === 'GET' ? {} : { body }) }));
  };

const sentAt = ({ headers }: Request): number => Number(headers.get('webhook-timestamp'));
const isSigned = (request: Request, body: string): boolean => {
  const own = signRun({ secrets: [SECRET], token: tokenOf(request), nowSeconds: sentAt(request), body });
  return own['webhook-signature'] === request.headers.get('webhook-signature');
};

/** Passes the first start of each token to one runner, and further ones to another, which knows nothing. */
const forgetful: Around = (runner) => {
  const seen = new Set<string>();
  return (request) => {
    const isAgain = request.method === 'PUT' && seen.has(tokenOf(request));
    if (request.method === 'PUT') seen.add(tokenOf(request));
    return (isAgain ? soundRunner({}) : runner)(request);
  };
};

const answering =
  (isAsked: (request: Request) => boolean, response: (request: Request) => Response): Around =>
  (runner) =>
  (request) =>
    isAsked(request) ? Promise.resolve(response(request)) : runner(request);

/** Uploads other bytes to the place of a file after the run has ended. */
const uploadingAgain: Around = (runner) => async (request) => {
  const start = request.method === 'PUT' ? ((await request.clone().json()) as RunStart) : null;
  const response = await runner(request);
  const put = start?.outputs[0]?.put;
  if (put !== undefined) await fetch(put, { method: 'PUT', body: GIF, headers: { 'content-type': 'image/png' } });
  return response;
};

/** Sends twice the bytes that the output may have, and says that all went well. */
const sendingTooMuch: Around = (runner) => async (request) => {
  const start = request.method === 'PUT' ? ((await request.clone().json()) as RunStart) : null;
  const [output] = start?.outputs ?? [];
  if (output?.sizeBytesMax !== 1) return runner(request);
  await fetch(output.put, { method: 'PUT', body: PNG, headers: { 'content-type': 'image/png' } });
  return signedJson(tokenOf(request), { status: 'succeeded', artifacts: [{ put: 0 }], units: 1 });
};

const knowingNothing = answering(
  ({ method }) => method === 'GET',
  (request) => signedJson(tokenOf(request), { status: 'not_known' }, 404),
);

/** Complete by type. A test case that ends in another way is a fault of the manifest's author, and has tests of its own. */
export const SEEDS: Readonly<Record<Exclude<HttpFaultId, 'case'>, Seed>> = {
  signature: { around: trusting((request, body) => !isSigned(request, body), sentAt) },
  stale: { around: trusting(isSigned, () => Date.now() / 1000) },
  repeated: { around: forgetful },
  lost: { holdMs: LONG_MS, isTied: true },
  lookup: { around: knowingNothing },
  cancel: { around: answering(isCancel, () => new Response('no such address', { status: 404 })) },
  slow: { around: (runner) => async (request) => (await pause(LONG_MS * 2), runner(request)) },
  bytes: { around: sendingTooMuch },
  mediaType: { bytes: GIF },
  result: { around: ending(() => ({ result: ['no object'] })) },
  units: { around: ending(() => ({ units: 99 })) },
  cost: { around: ending(() => ({ cost: { usd: '-0.01' } })) },
  status: { around: ending(() => ({ status: 'done' })) },
  redirect: { around: () => () => Promise.resolve(Response.redirect('http://169.254.169.254/latest', 307)) },
  artifacts: { around: uploadingAgain },
};

/** A fault only if the price is reported. */
export const withoutUnits = ending(() => ({ units: undefined }));

/** Other forms of the same faults. */
export const VARIANTS: readonly (readonly [fault: FaultId, seed: Seed])[] = [
  ['signature', { around: (runner) => async (request) => new Response((await runner(request)).body) }],
  ['cost', { around: ending(() => ({ cost: { usd: 0.001 } })) }],
  ['cost', { around: ending(() => ({ cost: { usd: '0.5' } })) }],
  ['units', { around: ending(() => ({ units: -1 })) }],
  ['result', { around: ending(() => ({ result: undefined })) }],
  ['bytes', { around: ending(() => ({ result: 'x'.repeat(70_000) })) }],
  ['bytes', { around: ending(() => ({ more: 'x'.repeat(140_000) })) }],
  ['artifacts', { around: ending(() => ({ artifacts: [{ put: 0 }, { put: 0 }] })) }],
  ['redirect', { around: ending(() => ({ artifacts: [{ url: 'https://169.254.169.254/latest' }] })) }],
  ['cancel', { around: answering(isCancel, (request) => signedJson(tokenOf(request), { status: 'cancelled' })) }],
  ['case', { around: ending(() => ({ units: 1 })) }],
  ['case', { around: ending(() => ({ result: { ok: 'yes' } })) }],
  ['case', { around: ending(() => ({ status: 'failed', billed: false, message: 'out of memory' })) }],
];

const soundRunner = (seed: Seed): Runner =>
  createRunner({ secrets: [SECRET], tools: { 'acme-frame': (run: Run) => work(run, seed) }, onError: () => {} });

export interface ServedRunner extends AsyncDisposable {
  readonly url: string;
}

export async function openRunner(seed: Seed = {}): Promise<ServedRunner> {
  const { around = (runner) => runner, isTied = false } = seed;
  const runner = around(soundRunner(seed));
  const forgotten = new Set<string>();
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await requestOf(incoming);
    const token = tokenOf(request);
    outgoing.once('close', () => void (isTied && !outgoing.writableFinished && forgotten.add(token)));
    const response = forgotten.has(token) ? signedJson(token, { status: 'not_known' }, 404) : await runner(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/farebox/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '', headers } = incoming;
  const body = await buffer(incoming);
  return new Request(`http://runner${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(method === 'GET' ? {} : { body }),
  });
}
