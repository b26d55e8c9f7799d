/** One line for each request, which names its project and execution and contains nothing that a client sent. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Batch, BatchQuote, EventUrl, Execution, Quote, UploadUrl } from '@farebox/contract';
import { createLogger } from '@farebox/telemetry';
import { sound } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';
import { SIZE } from '../testing/sound.fixture.ts';

type Line = Readonly<Record<string, unknown>>;

let gateway: TestGateway;
let project: TestProject;
let key: string;
const written: string[] = [];
const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line);

beforeAll(async () => {
  const destination = { write: (line: string) => void written.push(line) };
  gateway = await startTestGateway({}, createLogger({ app: 'gateway', level: 'trace', destination }));
});
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  key = (await project.newKey()).token;
  written.length = 0;
});

/** A line is written when the connection is done with its response, which may be after the client has read it. */
const lineOf = async (headers: Headers): Promise<Line> => {
  const requestId = headers.get('x-request-id');
  const isOurs = (line: Line): boolean => line['msg'] === 'request' && line['requestId'] === requestId;
  await expect.poll(() => lines().filter(isOurs).length).toBe(1);
  return lines().find(isOurs) as Line;
};

/** Repeats the request until one has its line: lines of requests without a valid key have a limit. */
async function untilLogged(request: string, options: object): Promise<void> {
  const sent = new Set<unknown>();
  const isLogged = async (): Promise<boolean> => {
    sent.add((await gateway.call(request, options)).headers.get('x-request-id'));
    return lines().some(({ msg, requestId }) => msg === 'request' && sent.has(requestId));
  };
  await expect.poll(isLogged, { timeout: 30_000, interval: 200 }).toBe(true);
}

async function execute() {
  const input = { tool: 'rehearsal', arguments: { durationMs: 5 } };
  const { data: quote } = await gateway.call<Quote>('POST /tools/quote', { key, json: input });
  const json = { ...input, priceVersion: quote.priceVersion, maximumChargeMicros: quote.maximumChargeMicros };
  const headers = { 'Idempotency-Key': randomUUID() };
  return await gateway.call<Execution>('POST /tools/rehearsal', { key, json, headers });
}

test('a request is one line with route, status, duration, request id, project and execution', async () => {
  const accepted = await execute();
  const executionId = accepted.data.id;
  const told = { projectId: project.id, executionId };
  const line = await lineOf(accepted.headers);
  expect(line).toMatchObject({ level: 'info', route: '/tools/{tool}', method: 'POST', status: 202, ...told });
  expect(line['durationMs']).toEqual(expect.any(Number));
  const { headers } = await gateway.call(`GET /tools/executions/${executionId}`, { key });
  expect(await lineOf(headers)).toMatchObject({ route: '/tools/executions/{id}', status: 200, ...told });
  const listed = await gateway.call('GET /tools/executions?limit=1', { key });
  expect(await lineOf(listed.headers)).toMatchObject({ route: '/tools/executions', projectId: project.id });
});

test('the line of an accepted execution has the request that accepted it, and a cancel is logged with its end', async () => {
  const { data, headers } = await execute();
  const ids = { projectId: project.id, executionId: data.id };
  const requestId = headers.get('x-request-id');
  expect(lines()).toContainEqual(expect.objectContaining({ msg: 'execution accepted', requestId, ...ids }));
  const cancelled = await gateway.call(`POST /tools/executions/${data.id}/cancel`, { key, json: {} });
  const by = cancelled.headers.get('x-request-id');
  const end = { msg: 'execution ended', requestId: by, status: 'cancelled', chargedMicros: 0, ...ids };
  expect(lines()).toContainEqual(expect.objectContaining(end));
});

test('a cancelled batch has one line for the end of each execution, and a repeated cancel has none', async () => {
  const asked = { tool: 'rehearsal', items: [5, 6, 7].map((durationMs) => ({ arguments: { durationMs } })) };
  const { data: quote } = await gateway.call<BatchQuote>('POST /tools/batches/quote', { key, json: asked });
  const json = { ...asked, priceVersion: quote.priceVersion, maximumChargeMicros: quote.maximumChargeMicros };
  const headers = { 'Idempotency-Key': randomUUID() };
  const { data: batch } = await gateway.call<Batch>('POST /tools/batches', { key, json, headers });
  const cancel = async () => {
    written.length = 0;
    const { headers: replied } = await gateway.call(`POST /tools/batches/${batch.id}/cancel`, { key, json: {} });
    const requestId = replied.get('x-request-id');
    return lines().filter((line) => line['msg'] === 'execution ended' && line['requestId'] === requestId);
  };
  const ended = await cancel();
  expect(ended).toHaveLength(3);
  expect(new Set(ended.map(({ executionId }) => executionId)).size).toBe(3);
  for (const line of ended)
    expect(line).toMatchObject({ status: 'cancelled', chargedMicros: 0, projectId: project.id });
  expect(await cancel()).toEqual([]);
});

test('a refused request has the reason that the client got', async () => {
  const { headers } = await gateway.call(`GET /tools/executions/exe_${'0'.repeat(26)}`, { key });
  expect(await lineOf(headers)).toMatchObject({ status: 404, reason: 'execution_not_found', projectId: project.id });
  const unknown = await gateway.call('GET /tools/project', { key: 'nothing' });
  expect(await lineOf(unknown.headers)).toMatchObject({
    route: '/tools/project',
    status: 401,
    reason: 'invalid_api_key',
  });
});

test('probes are not logged', async () => {
  await gateway.call('GET /healthz');
  await gateway.call('GET /readyz');
  const { headers } = await gateway.call('GET /openapi.json');
  expect(await lineOf(headers)).toMatchObject({ route: '/openapi.json', status: 200 });
  expect(lines().filter(({ msg }) => msg === 'request')).toHaveLength(1);
});

test('requests without a valid key fill no log: five lines a second, with the number of the missing ones', async () => {
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => gateway.call('GET /tools/project', { key: 'x' })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(401));
  const seconds = new Set(lines().map(({ time }) => String(time).slice(0, 19))).size;
  expect(lines().length).toBeLessThanOrEqual(1 + 6 * (seconds + 1));
});

test('bytes that are not a request have a line, too', async () => {
  const { port } = new URL(gateway.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('CANARY CANARY CANARY\r\n\r\n');
  const response = await text(socket);
  const requestId = /x-request-id: (\S+)/i.exec(response)?.[1];
  expect(lines()).toContainEqual(expect.objectContaining({ msg: 'request', route: 'none', requestId }));
  expect(written.join('')).not.toContain('CANARY');
});

const CANARY = 'canary4711';

/** Puts keys, signed addresses and content at every place of a request that a client controls. */
test('no line contains a key, a signed address or content, wherever a client puts it, at any log level', async () => {
  const secret = key.split('_')[3] as string;
  const idempotencyKey = `${CANARY}-${randomUUID()}`;
  const { data: address } = await gateway.call<UploadUrl>('POST /tools/upload-urls', {
    key,
    json: { mimeType: 'audio/wav', sizeBytes: SIZE },
  });
  const upload = address.uploadUrl.slice(gateway.url.length);
  const put = await gateway.call(`PUT ${upload}`, { body: sound(), headers: { 'Content-Type': 'audio/wav' } });
  expect(put.status).toBe(200);
  const events = await gateway.call<EventUrl>('POST /tools/event-urls', { key, json: { expiresInSeconds: 1 } });
  const stream = events.data.url.slice(gateway.url.length);
  const ask = { key, headers: { 'Idempotency-Key': idempotencyKey, 'X-Request-Id': CANARY } };
  const requests: [string, object][] = [
    [`GET /tools/executions/${key}`, { key }],
    [`GET /tools/executions/${CANARY}`, { key }],
    [`GET /${key}`, {}],
    [`GET /tools/executions?before=${key}`, { key }],
    [`GET /tools/executions?idempotencyKey=${idempotencyKey}`, { key }],
    [`POST /tools/${CANARY}`, { ...ask, json: { tool: CANARY, arguments: { prompt: CANARY } } }],
    ['POST /tools/quote', { key, json: { tool: 'image-generate', arguments: { prompt: CANARY } } }],
    ['POST /tools/upload', { key, json: { mimeType: CANARY, data: Buffer.from(CANARY).toString('base64') } }],
    ['POST /tools/quote', { key, body: `{"${CANARY}` }],
    ['POST /tools/templates', { key, json: { name: CANARY } }],
    [`GET /files/${CANARY}?signature=${CANARY}`, {}],
    [`PUT ${upload}`, { body: CANARY, headers: { 'Content-Type': 'audio/wav' } }],
    [`PUT /uploads/${CANARY}`, { body: CANARY }],
    [`GET ${stream}`, { headers: { 'Last-Event-ID': CANARY } }],
    [`GET /event-streams/${CANARY}`, {}],
    [`PATCH /resumable-uploads/${CANARY}`, { body: CANARY, headers: { 'Tus-Resumable': CANARY } }],
    ['POST /mcp', { key, json: { jsonrpc: '2.0', id: 1, method: CANARY, params: { [CANARY]: CANARY } } }],
    [
      'GET /tools/project',
      { key, headers: { 'Last-Event-ID': CANARY, Prefer: CANARY, Origin: `https://${CANARY}.com` } },
    ],
  ];
  for (const [request, options] of requests) await untilLogged(request, options);
  const all = written.join('');
  const sealed = [upload, stream].map((path) => path.split('/').at(-1) as string);
  for (const hidden of [secret, CANARY, ...sealed, 'signature=']) expect(all).not.toContain(hidden);
  for (const line of lines()) expect(Object.keys(line)).not.toContain('url');
});
