/**
 * The runner of a mix as a process: it works for all own tools, keeps a book, and misbehaves as the client's arguments tell it. It is
 * written from docs/runner-protocol.md alone. For some tools it asks for the work itself (pull.ts).
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { behaviourIn } from '../checker/run-behaviours.ts';
import { openBook, type Start } from './book.ts';
import { pullRuns } from './pull.ts';
import { openRuns, type Run } from './runs.ts';
import { headersFor, isSigned } from './signed.ts';

const { CHAOS_RUNNER_PORT = '', CHAOS_RUNNER_DIR = '', CHAOS_RUNNER_SECRET: secret = '' } = process.env;

const HANGS_MS = 6000;
const WAIT_MS = 1500;

const book = openBook(join(CHAOS_RUNNER_DIR, 'book.jsonl'));
const runs = openRuns(book);
const notTaken = new Set<string>();

interface Asked {
  readonly token: string;
  readonly response: ServerResponse;
}

function send({ token, response }: Asked, status: number, reply: object | string): void {
  const body = typeof reply === 'string' ? reply : JSON.stringify(reply);
  const headers = { 'content-type': 'application/json', ...headersFor({ secret, token, body }) };
  response.writeHead(status, headers).end(body);
}

/** The whole response as bytes, for a second one that nobody asked for. */
function raw(token: string, reply: object): string {
  const body = JSON.stringify(reply);
  const headers = { 'content-length': Buffer.byteLength(body), ...headersFor({ secret, token, body }) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 ${STATUS_CODES[200]}\r\n${lines.join('')}\r\n${body}`;
}

function state(asked: Asked, run: Run, runningStatus: number): void {
  const end = run.end();
  if (end === null) return send(asked, runningStatus, { status: 'running', progress: 0.5, retryAfterSeconds: 1 });
  if (run.behaviour === 'twice') {
    asked.response.socket?.end(raw(asked.token, end) + raw(asked.token, run.stray()));
    return undefined;
  }
  return send(asked, 200, end);
}

/** Lies and silences about a start that was just taken. True: nothing more is to be said. */
async function misbehaves(asked: Asked, run: Run): Promise<boolean> {
  const { behaviour } = run;
  const { response } = asked;
  if (behaviour === 'crashes') process.kill(process.pid, 'SIGKILL');
  if (behaviour === 'resets' || behaviour === 'forgets') return response.destroy().destroyed;
  // The first end is said and never arrives; the next one differs.
  if (behaviour === 'changes-mind') {
    await run.worked;
    if (run.end() !== null) return response.destroy().destroyed;
  }
  if (behaviour === 'page') response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  if (behaviour === 'odd') send(asked, 200, { status: 'done', units: 9, cost: { usd: '0.0009' } });
  if (behaviour === 'units-nan') send(asked, 200, '{"status":"succeeded","units":NaN,"cost":{"usd":NaN}}');
  if (behaviour === 'hangs') await pause(HANGS_MS);
  return response.writableEnded;
}

async function start(asked: Asked, body: string): Promise<void> {
  const { token } = asked;
  const behaviour = behaviourIn((JSON.parse(body) as Start).arguments['told']);
  if (behaviour === 'refuses' && !notTaken.has(token) && runs.find(token) === undefined) {
    notTaken.add(token);
    return send(asked, 429, { status: 'not_taken', retryAfterSeconds: 1 });
  }
  const { run, isNew } = runs.begin(token, body);
  if (run.behaviour === 'silent') return void asked.response.destroy();
  if (isNew && (await misbehaves(asked, run))) return undefined;
  if (run.behaviour !== 'slow') await Promise.race([run.worked, pause(WAIT_MS)]);
  return state(asked, run, 202);
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, token = '', action] = /^\/farebox\/v1\/runs\/([^/]+)(\/cancel)?$/.exec(request.url ?? '') ?? [];
  const body = (await buffer(request)).toString();
  if (!isSigned({ secret, token, body }, request.headers)) return void response.writeHead(401).end();
  const asked: Asked = { token, response };
  if (request.method === 'PUT') return await start(asked, body);
  const run = runs.find(token);
  if (run === undefined || run.isForgotten()) return send(asked, 404, { status: 'not_known' });
  if (run.behaviour === 'silent') return void response.destroy();
  if (action !== undefined) run.cancel();
  return state(asked, run, 200);
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
}).listen(Number(CHAOS_RUNNER_PORT), '127.0.0.1');
await once(server, 'listening');
await pullRuns({ runs, book, file: join(CHAOS_RUNNER_DIR, 'pull.json') });
