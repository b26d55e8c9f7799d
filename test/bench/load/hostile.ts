/**
 * A hostile tenant: eight connections that send as many bodies as a project may send in a minute. It is a process with lower priority than all
 * others, so that making the bodies takes no processor time from the measured processes. Arguments: URL, API key, kind.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { giveWay } from './give-way.ts';
import { hostileBody, type HostileBody, type HostileKind } from './hostile-bodies.ts';

const CONNECTIONS = 8;
/** Milliseconds between two requests of a connection: together they send 600 requests a minute. */
const EVERY_MS = CONNECTIONS * 100;

const [, , url = '', key = '', kind = 'plain'] = process.argv;
giveWay();
const body = hostileBody(kind as HostileKind);
const pieces = body.parts.map(({ text, times }) => ({ bytes: chunked(text, body.chunkBytes), times }));
process.stdout.write('ready\n');
for (let n = 0; n < CONNECTIONS; n++) void attack(n);

async function attack(n: number): Promise<void> {
  await pause((EVERY_MS / CONNECTIONS) * n);
  for (;;) {
    const startMs = performance.now();
    await sendOne(body).catch(() => {}); // the server closed the connection: open a new one
    await pause(Math.max(0, startMs + EVERY_MS - performance.now()));
  }
}

async function sendOne({ path, isWhole }: HostileBody): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setMaxListeners(0);
  const ended = once(socket, 'close');
  const responded = once(socket, 'data');
  for (const waited of [ended, responded]) waited.catch(() => {});
  try {
    await once(socket, 'connect');
    const head = [`POST ${path} HTTP/1.1`, 'Host: bench', `Authorization: Bearer ${key}`];
    socket.write([...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
    for (const { bytes, times } of pieces) for (let n = 0; n < times; n++) await write(socket, bytes);
    if (isWhole) await write(socket, Buffer.from('0\r\n\r\n'));
    await Promise.race([responded, ended]);
  } finally {
    socket.destroy();
  }
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.closed || socket.destroyed) throw new Error('cut off');
  if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}

function chunked(text: string, each: number): Buffer {
  const chunks = Array.from({ length: Math.ceil(text.length / each) }, (_, n) => text.slice(n * each, (n + 1) * each));
  return Buffer.from(chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join(''));
}
