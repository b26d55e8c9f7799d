/** Hostile uploads of one project cost other projects nothing. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { File } from '@farebox/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

/** One black pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

let gateway: TestGateway;
let [hostile, other] = ['', ''];
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
  [hostile, other] = [
    (await (await gateway.newProject({ fundedMicros: 0 })).newKey()).token,
    (await (await gateway.newProject()).newKey()).token,
  ];
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) if (!socket.closed) await once(socket.destroy(), 'close');
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

/** Opens an upload that declares 16 MiB and sends 32 bytes. */
async function begun(): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  const head = ['POST /tools/upload HTTP/1.1', 'Host: x', `Authorization: Bearer ${hostile}`];
  head.push('Content-Type: application/json', `Content-Length: ${16 * 1024 * 1024}`, '', '');
  socket.write(head.join('\r\n') + '{"mimeType":"image/png","data":"');
  return socket;
}

const upload = (key: string) =>
  gateway.call<File>('POST /tools/upload', { key, json: { mimeType: 'image/png', data: PNG } });

test('forty connections that declare 16 MiB and send 32 bytes do not block another project', async () => {
  for (let connection = 0; connection < 40; connection++) await begun();
  expect((await upload(other)).data).toMatchObject({ width: 1, height: 1 });
});

test('a connection that sends too slowly gets an error and frees its slot for the next of its project', async () => {
  const slow = await Promise.all(Array.from({ length: 4 }, begun));
  const waits = upload(hostile);
  const results = await Promise.all(slow.map(async (socket) => String((await once(socket, 'data'))[0])));
  for (const result of results) {
    expect(result).toMatch(
      /^HTTP\/1\.1 503 [^]*Retry-After: 5\r\n[^]*"service_unavailable","details":\{"accepted":false\}/,
    );
  }
  expect((await waits).status).toBe(200);
});
