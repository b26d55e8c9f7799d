/** Event streams over several connections: each continues after the last event of the one before. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { soonerThan } from '@farebox/testing';
import { type Farebox, type FareboxOptions, createFarebox } from './client.ts';

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

let close = async (): Promise<void> => {};
afterEach(() => close());

async function play(
  responses: readonly Respond[],
  options: Partial<FareboxOptions> = {},
): Promise<{ farebox: Farebox<object>; from: (string | undefined)[]; paths: (string | undefined)[] }> {
  const from: (string | undefined)[] = [];
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const respond = responses[from.length];
    paths.push(request.url);
    from.push(request.headers['last-event-id'] as string | undefined);
    if (respond === undefined) return request.socket.destroy();
    return respond(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { farebox: createFarebox<object>({ baseUrl, apiKey: 'fb', attemptsMax: 2, ...options }), from, paths };
}

const stream =
  (...pieces: readonly string[]): Respond =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
const state = (id: string, status: string) =>
  `id: ${id}\nevent: execution\ndata: {"id":"exe_1","status":"${status}"}\n\n`;
const END = 'event: end\ndata: {}\n\n';

async function statuses(farebox: Farebox<object>, signal?: AbortSignal): Promise<string[]> {
  const told: string[] = [];
  for await (const { status } of farebox.events('exe_1', { signal })) told.push(status);
  return told;
}

it('a batch is streamed until its end, with a reconnection', async () => {
  const counted = (id: string, ended: number) => `id: ${id}\nevent: batch\ndata: {"counts":{"succeeded":${ended}}}\n\n`;
  const { farebox, from, paths } = await play([stream('retry: 1\n\n', counted('a', 0)), stream(counted('b', 2), END)]);
  const ended: number[] = [];
  for await (const { counts } of farebox.batches.events('bat_1')) ended.push(counts.succeeded);
  expect([ended, from]).toEqual([
    [0, 2],
    [undefined, 'a'],
  ]);
  expect(paths).toEqual(Array(2).fill('/tools/batches/bat_1/events'));
});

it('a stream reconnects after the last complete event that it has read', async () => {
  const { farebox, from } = await play([
    stream('retry: 1\n\n', ':\n\n', state('a', 'queued'), state('b', 'running').slice(0, 20)),
    stream(state('c', 'running'), state('d', 'succeeded'), END),
  ]);
  expect(await statuses(farebox)).toEqual(['queued', 'running', 'succeeded']);
  expect(from).toEqual([undefined, 'a']);
});

it('events are parsed in any chunks and with any line ending', async () => {
  const text = `${state('ä', 'queued')}${END}`.replaceAll('\n', '\r\n');
  const { farebox } = await play([
    (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
      response.end();
    },
  ]);
  expect(await statuses(farebox)).toEqual(['queued']);
});

it('a stream rejects on an error that is not retryable, and reconnects on one that is', async () => {
  const refusing =
    (http: number, message: string): Respond =>
    (response) => {
      response.writeHead(http, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: { status: 'X', message } }));
    };
  const absent = await play([refusing(404, 'execution_not_found')]);
  await expect(statuses(absent.farebox)).rejects.toMatchObject({ code: 'execution_not_found' });
  await close();
  const busy = await play([refusing(503, 'service_unavailable'), stream(state('a', 'failed'), END)]);
  expect(await statuses(busy.farebox)).toEqual(['failed']);
  await close();
  const noStream = await play([(response) => void response.end('{"data":{}}')]);
  await expect(statuses(noStream.farebox)).rejects.toMatchObject({ code: 'unexpected_response' });
});

it("the caller's signal ends a stream with its reason, and leaving the loop closes the connection", async () => {
  let isClosed = (): void => {};
  const closed = new Promise<void>((resolve) => (isClosed = resolve));
  const lasting: Respond = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(state('a', 'queued'));
    response.on('close', isClosed);
  };
  const { farebox } = await play([lasting, lasting]);
  const events = farebox.events('exe_1');
  expect((await events.next()).value).toMatchObject({ status: 'queued' });
  await events.return();
  await closed;
  const controller = new AbortController();
  const reading = (async () => {
    for await (const _ of farebox.events('exe_1', { signal: controller.signal })) controller.abort(new Error('enough'));
  })();
  await expect(reading).rejects.toThrow('enough');
});

it('a project stream resumes after the last position whose events were all consumed, and never ends', async () => {
  const plain = (id: string, status: string) => `event: execution\ndata: {"id":"${id}","status":"${status}"}\n\n`;
  const withId = (event: string, id: string, data = '{}') => `event: ${event}\nid: ${id}\ndata: ${data}\n\n`;
  const { farebox, from, paths } = await play([
    stream('retry: 1\n\n', plain('exe_1', 'queued'), withId('snapshot', 'a', '{"resumed":false,"more":true}')),
    stream(
      plain('exe_2', 'queued'),
      withId('snapshot', 'b', '{"resumed":true,"more":false}'),
      plain('exe_1', 'failed'),
    ),
    stream(withId('snapshot', 'c', '{"resumed":true,"more":false}'), plain('exe_1', 'failed'), withId('position', 'd')),
    stream(plain('exe_2', 'failed')),
  ]);
  const told: unknown[] = [];
  const events = farebox.events({
    tool: '@photo',
    after: 'kept',
    onSnapshot: (snapshot) => told.push(snapshot),
    onPosition: (position) => told.push(position),
  });
  for await (const { id, status } of events) {
    told.push(`${id} ${status}`);
    if (told.includes('d')) break;
  }
  expect(told).toEqual([
    'exe_1 queued',
    { resumed: false, more: true },
    'a',
    'exe_2 queued',
    { resumed: true, more: false },
    'b',
    'exe_1 failed',
    { resumed: true, more: false },
    'c',
    'exe_1 failed',
    'd',
    'exe_2 failed',
  ]);
  expect(from).toEqual(['kept', 'a', 'b', 'd']);
  expect(new Set(paths)).toEqual(new Set(['/tools/events?tool=%40photo']));
});

const held =
  (...pieces: readonly string[]): Respond =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
  };

it('a stream that falls silent connects again', async () => {
  const { farebox, from } = await play(
    [held('retry: 1\n\n', state('a', 'queued')), stream(state('b', 'failed'), END)],
    {
      silenceMs: 1000,
    },
  );
  await expect(soonerThan(5_000, statuses(farebox))).resolves.toEqual(['queued', 'failed']);
  expect(from).toEqual([undefined, 'a']);
});

/** Node 20 and 22 do so after a garbage collection. */
const forgettingSignals: typeof fetch = (url, { signal: _, ...init } = {}) => fetch(url, init);

it('an abort ends a silent stream on a runtime whose fetch has forgotten its signal', async () => {
  const { farebox } = await play([held(state('a', 'queued'))], { fetch: forgettingSignals });
  const controller = new AbortController();
  const reading = (async () => {
    for await (const _ of farebox.events('exe_1', { signal: controller.signal }))
      setImmediate(() => controller.abort(new Error('enough')));
  })();
  await expect(soonerThan(5_000, reading)).rejects.toThrow('enough');
});

it('a response that never ends fails after the timeout on a runtime whose fetch has forgotten its signal', async () => {
  const partial: Respond = (response) => void response.write('{"data":');
  const options = { fetch: forgettingSignals, timeoutMs: 100, attemptsMax: 1 };
  const { farebox } = await play([partial], options);
  await expect(soonerThan(5_000, farebox.usage())).rejects.toMatchObject({ code: 'network_failed' });
});

it('a server asks for an event URL, which a page opens without a key', async () => {
  const made = { url: 'https://tools.example/event-streams/a', expiresAt: '2026-11-28T06:00:00.000Z' };
  const bodies: string[] = [];
  const respond: Respond = (response, request) => {
    request.setEncoding('utf8').on('data', (text: string) => void bodies.push(text));
    request.on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data: made }));
    });
  };
  const { farebox, paths } = await play([respond, respond]);
  expect([await farebox.eventUrl({ executionId: 'exe_1' }), await farebox.eventUrl()]).toEqual([made, made]);
  expect([paths, bodies]).toEqual([Array(2).fill('/tools/event-urls'), ['{"executionId":"exe_1"}', '{}']]);
});
