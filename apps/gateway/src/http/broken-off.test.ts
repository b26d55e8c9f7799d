/**
 * Clients that disconnect at any point of any request, by closing or by a reset, with the response read or unread.
 * Other clients notice nothing.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AGENT_ROUTES, type Endpoint, ROUTES, SIGNED_ROUTES, TUS } from '@farebox/contract';
import { unheardErrors } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closed } from '../testing/closed.fixture.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { rehearsalsOn } from '../testing/rehearsals.fixture.ts';

let gateway: TestGateway;
let key: string;
let executionId: string;
let address: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  const rehearsals = await rehearsalsOn(gateway);
  ({ key } = rehearsals);
  executionId = (await rehearsals.execute()).data.id;
  const asked = { mimeType: 'image/png', sizeBytesMax: 1000 };
  const { uploadUrl } = (
    await gateway.call<{ uploadUrl: string }>('POST /tools/upload-urls', {
      key,
      json: asked,
    })
  ).data;
  address = uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1);
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Asked {
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function ofRoute({ method, path, body }: Endpoint): Asked {
  const line = `${method} ${path}`;
  if (body === undefined) return { line };
  const isJson = body.kind === 'json';
  const type = isJson ? 'application/json' : 'application/octet-stream';
  return {
    line,
    headers: { 'Content-Type': type },
    body: isJson ? JSON.stringify(body.example ?? { tool: 'rehearsal', input: {} }) : 'x'.repeat(900),
  };
}

const TUS_HEADERS = { 'Tus-Resumable': TUS.version, 'Content-Type': 'application/offset+octet-stream' };

const ASKED: readonly Asked[] = [
  ...Object.values({ ...ROUTES, ...SIGNED_ROUTES, ...AGENT_ROUTES }).map(ofRoute),
  { line: `POST ${TUS.path}`, headers: { ...TUS_HEADERS, 'Upload-Length': '20000000' } },
  { line: `PATCH ${TUS.path}/x`, headers: { ...TUS_HEADERS, 'Upload-Offset': '0' }, body: 'x'.repeat(900) },
  { line: 'GET /openapi.json' },
  { line: 'GET /readyz' },
  { line: 'GET /files/x' },
  { line: 'OPTIONS /tools', headers: { 'Access-Control-Request-Method': 'GET', Origin: 'https://example.org' } },
  { line: 'CONNECT example.org:443' },
  { line: 'GET /tools', headers: { Upgrade: 'websocket', Connection: 'Upgrade' } },
  { line: 'POST /tools/quote', headers: { Expect: '100-continue' }, body: '{}' },
];

function bytesOf({ line, headers, body }: Asked): Buffer {
  const path = line
    .replace('{id}', executionId)
    .replace('{address}', address)
    .replace(/\{\w+\}/g, 'x');
  const all = {
    Host: 'x',
    Authorization: `Bearer ${key}`,
    Prefer: 'wait=1',
    ...(body === undefined ? {} : { 'Content-Length': String(body.length) }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${path} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`);
}

interface Moment {
  /** Share of the request that is sent, from 0 to 1. */
  readonly share: number;
  /** Milliseconds until the client disconnects after that. */
  readonly staysMs: number;
}

const MOMENTS: readonly Moment[] = [
  ...[0.1, 0.6, 0.99, 1].map((share) => ({ share, staysMs: 0 })),
  ...[2, 30].map((staysMs) => ({ share: 1, staysMs })),
];

const WAYS = {
  'closing their side': (socket: ReturnType<typeof connect>) => socket.end().resume(),
  'a reset': (socket: ReturnType<typeof connect>) => socket.resetAndDestroy(),
  'a reset behind another request': (socket: ReturnType<typeof connect>) => {
    socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
    setImmediate(() => socket.resetAndDestroy());
  },
};

test.each(Object.entries(WAYS))('clients that disconnect by %s do not disturb other clients', async (_, leave) => {
  using unheard = unheardErrors();
  const { hostname, port } = new URL(gateway.url);
  const gone = async (asked: Asked, { share, staysMs }: Moment): Promise<void> => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    const bytes = bytesOf(asked);
    socket.write(bytes.subarray(0, Math.ceil(bytes.length * share)));
    if (staysMs > 0) await sleep(staysMs);
    leave(socket);
    setTimeout(() => socket.destroy(), 3_000);
    await closed(socket);
  };
  for (const moment of MOMENTS) await Promise.all(ASKED.map((asked) => gone(asked, moment)));
  expect((await gateway.call('GET /tools/project', { key })).status).toBe(200);
  expect(unheard.errors).toEqual([]);
});
