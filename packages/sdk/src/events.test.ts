/** States over as many connections as it takes: each begins where the one before ended. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Tollgate, createTollgate } from './client.ts';

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

let close = async (): Promise<void> => {};
afterEach(() => close());

async function play(
  responses: readonly Respond[],
): Promise<{ tollgate: Tollgate<object>; from: (string | undefined)[] }> {
  const from: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const respond = responses[from.length];
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
  return { tollgate: createTollgate<object>({ baseUrl, apiKey: 'tk', attemptsMax: 2 }), from };
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

async function statuses(tollgate: Tollgate<object>, signal?: AbortSignal): Promise<string[]> {
  const told: string[] = [];
  for await (const { status } of tollgate.events('exe_1', { signal })) told.push(status);
  return told;
}

it('goes on after a connection that ended, from the last event that it has read whole', async () => {
  const { tollgate, from } = await play([
    stream('retry: 1\n\n', ':\n\n', state('a', 'queued'), state('b', 'running').slice(0, 20)),
    stream(state('c', 'running'), state('d', 'succeeded'), END),
  ]);
  expect(await statuses(tollgate)).toEqual(['queued', 'running', 'succeeded']);
  expect(from).toEqual([undefined, 'a']);
});

it('reads events however they are cut and whatever ends their lines', async () => {
  const text = `${state('ä', 'queued')}${END}`.replaceAll('\n', '\r\n');
  const { tollgate } = await play([
    (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
      response.end();
    },
  ]);
  expect(await statuses(tollgate)).toEqual(['queued']);
});

it('rejects where asking again does not help, and asks again where it may', async () => {
  const refusing =
    (http: number, message: string): Respond =>
    (response) => {
      response.writeHead(http, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: { status: 'X', message } }));
    };
  const absent = await play([refusing(404, 'execution_not_found')]);
  await expect(statuses(absent.tollgate)).rejects.toMatchObject({ code: 'execution_not_found' });
  await close();
  const busy = await play([refusing(503, 'service_unavailable'), stream(state('a', 'failed'), END)]);
  expect(await statuses(busy.tollgate)).toEqual(['failed']);
  await close();
  const noStream = await play([(response) => void response.end('{"data":{}}')]);
  await expect(statuses(noStream.tollgate)).rejects.toMatchObject({ code: 'unexpected_response' });
});

it("a caller's signal ends it with its reason, and leaving the loop closes the connection", async () => {
  let isClosed = (): void => {};
  const closed = new Promise<void>((resolve) => (isClosed = resolve));
  const lasting: Respond = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(state('a', 'queued'));
    response.on('close', isClosed);
  };
  const { tollgate } = await play([lasting, lasting]);
  const events = tollgate.events('exe_1');
  expect((await events.next()).value).toMatchObject({ status: 'queued' });
  await events.return();
  await closed;
  const controller = new AbortController();
  const reading = (async () => {
    for await (const _ of tollgate.events('exe_1', { signal: controller.signal }))
      controller.abort(new Error('enough'));
  })();
  await expect(reading).rejects.toThrow('enough');
});
