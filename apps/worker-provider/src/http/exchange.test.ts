/** HTTP over real sockets: limits, and what a failed call proves. */
import { type Server, createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { soonerThan } from '@farebox/testing';
import { expect, test } from 'vitest';
import { TOO_LARGE } from './content-coding.ts';
import { TransportError, type HttpRequest, contentTypeOf, exchange } from './exchange.ts';

interface RawServer extends AsyncDisposable {
  readonly url: URL;
}

/** A server that handles each connection with `onSocket`. */
async function serve(onSocket: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?query=1`),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const ask = (url: URL, changes: Partial<HttpRequest> = {}) =>
  exchange({
    method: 'POST',
    url,
    headers: { authorization: 'Bearer secret-key' },
    body: 'hello',
    timeLimitMs: 5000,
    bytesMax: 1000,
    signal: new AbortController().signal,
    ...changes,
  });

const failure = async (reply: Promise<unknown>): Promise<TransportError> => {
  const error: unknown = await reply.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
};

const respond = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text));

test('a response is returned complete, with its media type', async () => {
  await using server = await serve(
    respond('HTTP/1.1 200 OK\r\nContent-Type: Text/Plain; charset=x\r\nContent-Length: 2\r\n\r\nhi'),
  );
  const reply = await ask(server.url);
  expect(reply).toMatchObject({ status: 200, body: Buffer.from('hi') });
  expect(contentTypeOf(reply)).toBe('text/plain');
});

test('duplicate headers become one text and do not break the response', async () => {
  const twice = 'Content-Type: text/plain\r\nContent-Type: text/plain\r\nX-Cost-Usd: 1\r\nX-Cost-Usd: 2\r\n';
  await using server = await serve(respond(`HTTP/1.1 200 OK\r\n${twice}Content-Length: 2\r\n\r\nhi`));
  const reply = await ask(server.url);
  expect(reply.headers['x-cost-usd']).toBe('1, 2');
  expect(contentTypeOf(reply)).toBe('text/plain');
});

const compressed = (body: Buffer, coding: string) =>
  serve((socket) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), body])));
  });

test.each([
  ['gzip', gzipSync('paid for')],
  ['BR', brotliCompressSync('paid for')],
  ['unheard-of', Buffer.from('paid for')],
])('a response with unrequested compression (%s) is decoded', async (coding, body) => {
  await using server = await compressed(body, coding);
  expect((await ask(server.url)).body.toString()).toBe('paid for');
});

test('a response that decodes to more than the limit, or not completely, is rejected', async () => {
  await using bomb = await compressed(gzipSync(Buffer.alloc(1_000_000)), 'gzip');
  expect(await failure(ask(bomb.url, { bytesMax: 2000 }))).toMatchObject({ connected: true, code: TOO_LARGE });
  await using half = await compressed(gzipSync('paid for').subarray(0, 15), 'gzip');
  expect(await failure(ask(half.url))).toMatchObject({ connected: true });
});

test('a redirect is returned as a response and not followed', async () => {
  await using server = await serve(
    respond('HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
  );
  expect(await ask(server.url)).toMatchObject({ status: 307 });
});

test('a refused connection proves that nothing was sent', async () => {
  const { url } = await (async () => {
    await using server = await serve(() => {});
    return { url: server.url };
  })();
  expect(await failure(ask(url))).toMatchObject({ connected: false, code: 'ECONNREFUSED' });
});

test('a name that does not exist proves that nothing was sent', async () => {
  const lookup: HttpRequest['lookup'] = (_host, _options, callback) =>
    callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  expect(await failure(ask(new URL('http://nowhere.example/'), { lookup }))).toMatchObject({
    connected: false,
    code: 'ENOTFOUND',
  });
});

test('a failed TLS handshake proves that nothing was sent', async () => {
  const received: Buffer[] = [];
  await using server = await serve((socket) => {
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes);
      socket.end('HTTP/1.1 400 plain HTTP\r\n\r\n');
    });
  });
  const url = new URL(server.url.href.replace('http:', 'https:'));
  expect(await failure(ask(url))).toMatchObject({ connected: false });
  expect(received.length).toBeGreaterThan(0);
  expect(Buffer.concat(received).toString('latin1')).not.toContain('secret-key');
});

test('a connection that is reset after it was established proves nothing', async () => {
  await using server = await serve((socket) => void socket.once('data', () => socket.resetAndDestroy()));
  expect(await failure(ask(server.url))).toMatchObject({ connected: true });
});

test('a truncated body is not a response', async () => {
  await using server = await serve(respond('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'));
  expect(await failure(ask(server.url))).toMatchObject({ connected: true });
});

test('a body above the size limit is rejected, however its size is announced', async () => {
  const chunk = 'a'.repeat(600);
  const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n258\r\n${chunk}\r\n258\r\n${chunk}\r\n0\r\n\r\n`;
  await using server = await serve(respond(chunked));
  expect(await failure(ask(server.url))).toMatchObject({ connected: true, code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
});

test('a silent server is given up at the time limit', async () => {
  await using server = await serve(() => {});
  const given = soonerThan(5000, failure(ask(server.url, { timeLimitMs: 2000 })));
  expect(await given).toMatchObject({ connected: true });
});

test('a server that sends byte by byte is given up at the time limit', async () => {
  await using server = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n');
    const drip = setInterval(() => socket.write('.'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const given = soonerThan(5000, failure(ask(server.url, { timeLimitMs: 2000 })));
  expect(await given).toMatchObject({ connected: true });
});

test('the signal ends it at once', async () => {
  await using server = await serve(() => {});
  const controller = new AbortController();
  const pending = failure(ask(server.url, { signal: controller.signal }));
  controller.abort();
  expect(await pending).toBeInstanceOf(TransportError);
});

test('no error contains the key', async () => {
  await using server = await serve((socket) => void socket.once('data', () => socket.resetAndDestroy()));
  const error = await failure(ask(server.url));
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error.stack)).not.toContain('secret-key');
});
