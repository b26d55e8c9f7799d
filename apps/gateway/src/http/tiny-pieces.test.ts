/** Bodies in pieces of one byte, on a real connection. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closed } from '../testing/closed.fixture.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let key: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
  key = (await (await gateway.newProject()).newKey()).token;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) await closed(socket.destroy());
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunks = (text: string, each: number): string =>
  Array.from({ length: Math.ceil(text.length / each) }, (_, n) => chunk(text.slice(n * each, (n + 1) * each))).join('');

/** Sends a chunked body; resolves to everything received until the response or the end of the connection. */
async function sent(path: string, token: string, body: string): Promise<{ text: string; socket: Socket }> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
  socket.write([...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n') + body);
  let text = '';
  socket.on('data', (piece) => void (text += String(piece)));
  await Promise.race([closed(socket), new Promise((resolve) => socket.once('data', resolve))]);
  return { text, socket };
}

const upload = `{"mimeType":"image/png","data":"${'A'.repeat(200_000)}`;

test.for([
  ['an upload', '/tools/upload', upload],
  ['a JSON body', '/tools/quote', `{"tool":"${'a'.repeat(5_000)}`],
] as const)('%s in pieces of one byte is refused before it is complete, and cut off', async ([, path, body]) => {
  const { text, socket } = await sent(path, key, chunks(body, 1));
  await closed(socket);
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]*"invalid_request"/);
});

test('an unread body of tiny pieces is cut off as well', async () => {
  const { text, socket } = await sent('/tools/upload', 'fb_live_nobody', chunk('{"mimeType":'));
  expect(text).toMatch(/^HTTP\/1\.1 401 /);
  socket.write(chunks('A'.repeat(5_000), 1));
  await closed(socket);
});

test('a small body may arrive byte by byte, and a large one in pieces of a few hundred bytes', async () => {
  const quote = JSON.stringify({ tool: 'rehearsal', arguments: {} });
  expect((await sent('/tools/quote', key, `${chunks(quote, 1)}0\r\n\r\n`)).text).toMatch(/^HTTP\/1\.1 200 /);
  const large = await sent('/tools/upload', key, `${chunks(`${upload}"}`, 200)}0\r\n\r\n`);
  expect(large.text).toMatch(/"file_content_mismatch"/); // read completely, then inspected
});
