/** The runner protocol as one function from a request to a response, for any server that has `fetch`-style handlers. */
import {
  HTTP_STATUS_OF_REPLY,
  isRunToken,
  RUNNER_LIMITS,
  runnerSecretProblem,
  type RunReply,
  signRun,
  verifyRun,
} from '@farebox/runner-protocol';
import type { Tool } from './run.ts';
import { createRuns, type Runs } from './runs.ts';
import { memoryStore, type RunStore } from './store.ts';

export interface RunnerOptions {
  /** `whsec_…`. The first one signs, all of them verify: two while a secret is being replaced. Left out for `pull`. */
  readonly secrets?: readonly string[];
  /** By the name in the manifest. */
  readonly tools: Readonly<Record<string, Tool>>;
  /** Default: memoryStore(). */
  readonly store?: RunStore;
  /** Runs at the same time; further ones are told to come later. Default: 8. */
  readonly concurrency?: number;
  /** Errors that are not RunFailed, and those of the store. Default: console.error. */
  readonly onError?: (error: unknown, token: string) => void;
}

export type Runner = (request: Request) => Promise<Response>;

/** Throws a TypeError if a secret has a wrong form. */
export function createRunner(options: RunnerOptions): Runner {
  const { secrets = [], tools, store = memoryStore(), concurrency = CONCURRENCY, onError = logError } = options;
  const isEmpty = options.secrets?.length === 0;
  const problem = isEmpty ? 'is missing' : secrets.map(runnerSecretProblem).find((each) => each !== null);
  if (problem) throw new TypeError(`a secret of the runner ${problem}`);
  const runs = createRuns({ tools, store, concurrency, onError });
  const runner: Runner = async (request) => {
    const route = routeOf(request);
    if (route === null) return new Response('no such address\n', { status: 404 });
    const { token, action } = route;
    const body = await bodyOf(request);
    if (body === null) return new Response('the body is too large\n', { status: 413 });
    const header = (name: string): string | null => request.headers.get(name);
    const verified = verifyRun({ secrets, token, nowSeconds: nowSeconds(), body, header });
    if (!verified.ok) return new Response(`${PROBLEMS[verified.problem]}\n`, { status: 401 });
    try {
      const reply = await ACTIONS[action](runs, { token, body: new TextDecoder().decode(body) });
      return responseOf(reply, { token, secrets, isStart: action === 'start' });
    } catch (error) {
      onError(error, token);
      return new Response('the store of runs has failed\n', { status: 500 }); // unsigned: it states nothing
    }
  };
  PARTS.set(runner, { runs, onError });
  return runner;
}

interface Parts {
  readonly runs: Runs;
  readonly onError: (error: unknown, token: string) => void;
}
const PARTS = new WeakMap<Runner, Parts>();

/** The runs of a runner, for `pull`. Throws a TypeError for any other function. */
export function partsOf(runner: Runner): Parts {
  const parts = PARTS.get(runner);
  if (parts === undefined) throw new TypeError('pull needs a runner that createRunner has made');
  return parts;
}

const CONCURRENCY = 8;
const logError = (error: unknown, token: string): void => console.error(`run ${token}:`, error);
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const PROBLEMS = {
  unsigned: 'a signature header is missing',
  other_token: 'webhook-id is not the token of the path',
  stale: 'the timestamp is more than five minutes off: compare the clocks',
  forged: 'no secret of this runner matches the signature',
} as const;

type Action = 'start' | 'find' | 'cancel';
interface Asked {
  readonly token: string;
  readonly body: string;
}
const ACTIONS: Readonly<Record<Action, (runs: Runs, asked: Asked) => Promise<RunReply>>> = {
  start: (runs, { token, body }) => runs.start(token, body),
  find: (runs, { token }) => runs.find(token),
  cancel: (runs, { token }) => runs.cancel(token),
};

const PATH = /\/runs\/([^/]+)(\/cancel)?$/;
const METHODS: Readonly<Record<string, Action>> = { 'PUT ': 'start', 'GET ': 'find', 'POST /cancel': 'cancel' };

function routeOf({ method, url }: Request): { readonly token: string; readonly action: Action } | null {
  const [, token = '', below = ''] = PATH.exec(new URL(url).pathname) ?? [];
  const action = METHODS[`${method} ${below}`];
  return action === undefined || !isRunToken(token) ? null : { token, action };
}

/** Null above the limit; the rest is then not read. */
async function bodyOf({ body }: Request): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > RUNNER_LIMITS.requestBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

interface Signer {
  readonly token: string;
  readonly secrets: readonly string[];
  readonly isStart: boolean;
}

function responseOf(reply: RunReply, { token, secrets, isStart }: Signer): Response {
  const body = JSON.stringify(reply);
  const status = isStart && reply.status === 'running' ? 202 : HTTP_STATUS_OF_REPLY[reply.status];
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(body, {
    status,
    headers: { ...headers, ...signRun({ secrets, token, nowSeconds: nowSeconds(), body }) },
  });
}
