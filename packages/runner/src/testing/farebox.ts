/** The side of Farebox for tests of runners: signs requests, verifies responses, and has the files of runs. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  CANCEL_BODY,
  readReply,
  type ReceivedReply,
  type RunInput,
  type RunOutput,
  type RunStart,
  signRun,
  verifyRun,
} from '@farebox/runner-protocol';
import type { Runner } from '../runner.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const newToken = (): string => `exe_${randomUUID()}.0`;

const MINUTE_MS = 60_000;

/** The body that starts a run of the tool `acme-tool`. */
export const startOf = (members: Partial<RunStart> = {}): RunStart => ({
  protocol: 1,
  tool: 'acme-tool',
  version: 1,
  arguments: {},
  inputs: [],
  outputs: [],
  limits: { deadline: new Date(Date.now() + MINUTE_MS).toISOString(), unitsMax: 5, costMaxUsd: '0.01' },
  ...members,
});

export interface Heard {
  readonly status: number;
  readonly reply: ReceivedReply;
}

export interface Asking {
  readonly method: 'PUT' | 'GET' | 'POST';
  readonly token: string;
  readonly body?: string;
  readonly outputs?: number;
  readonly secret?: string;
  readonly nowSeconds?: number;
}

export function requestOf({
  method,
  token,
  body = '',
  secret = SECRET,
  nowSeconds = Date.now() / 1000,
}: Asking): Request {
  const url = `https://gpu.acme.example/v1/runs/${token}${method === 'POST' ? '/cancel' : ''}`;
  const headers = signRun({ secrets: [secret], token, nowSeconds, body });
  return new Request(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
}

/** Throws if the response is not signed for the token, or breaks the protocol. */
export async function ask(runner: Runner, asking: Asking): Promise<Heard> {
  const response = await runner(requestOf(asking));
  const body = await response.text();
  const verified = verifyRun({
    secrets: [SECRET],
    token: asking.token,
    nowSeconds: Date.now() / 1000,
    body,
    header: (name) => response.headers.get(name),
  });
  if (!verified.ok) throw new Error(`${response.status} ${verified.problem}: ${body}`);
  const read = readReply(body, { outputs: asking.outputs ?? 0 });
  if (!read.ok || read.findings.length > 0) throw new Error(`the reply breaks the protocol: ${body}`);
  return { status: response.status, reply: read.reply };
}

export const start = (runner: Runner, token: string, body: RunStart = startOf()): Promise<Heard> =>
  ask(runner, { method: 'PUT', token, body: JSON.stringify(body), outputs: body.outputs.length });

export const find = (runner: Runner, token: string, outputs = 0): Promise<Heard> =>
  ask(runner, { method: 'GET', token, outputs });

export const cancel = (runner: Runner, token: string): Promise<Heard> =>
  ask(runner, { method: 'POST', token, body: CANCEL_BODY });

export interface Files extends AsyncDisposable {
  readonly input: (bytes: Uint8Array, members?: Partial<RunInput>) => RunInput;
  readonly output: (members?: Partial<RunOutput>) => RunOutput;
  /** Uploaded bytes with their media type, by URL. */
  readonly uploads: Map<string, { readonly bytes: Buffer; readonly type: string | undefined }>;
  /** How many of the next requests are answered 503. */
  busy: number;
}

export async function openFiles(): Promise<Files> {
  const stored = new Map<string, Uint8Array>();
  const uploads: Files['uploads'] = new Map();
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const url = `${base()}${request.url}`;
      if (files.busy > 0) {
        files.busy--;
        return response.writeHead(503).end();
      }
      if (request.method !== 'PUT') return response.end(stored.get(url));
      if (uploads.has(url)) return response.writeHead(409).end();
      uploads.set(url, { bytes, type: request.headers['content-type'] });
      return response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files: Files = {
    uploads,
    busy: 0,
    input(bytes, members) {
      const url = `${base()}/${randomUUID()}`;
      stored.set(url, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { pointer: '/source', url, sha256, mimeType: 'image/png', sizeBytes: bytes.length, ...members };
    },
    output: (members) => ({
      put: `${base()}/${randomUUID()}`,
      mimeTypes: ['image/png'],
      sizeBytesMax: 100,
      ...members,
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return files;
}
