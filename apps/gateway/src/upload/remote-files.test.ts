/** A URL of a client leads only to hosts on the internet, within limits, and its failures show nothing else. Real https hosts. */
import type { RequestListener } from 'node:http';
import { AppError } from '@farebox/contract';
import { beforeAll, expect, test } from 'vitest';
import { isPublicHere, namesOf, startRemoteHost, trustRemoteHosts } from '../testing/remote-host.fixture.ts';
import { createRemoteFiles, type RemoteOptions } from './remote-files.ts';

beforeAll(trustRemoteHosts);

const BYTES_MAX = 100_000;
const HOST = 'files.example.com';
const sends =
  (body: string): RequestListener =>
  (_, response) =>
    void response.end(body);

async function fetched(url: string, options: Partial<RemoteOptions> = {}, signal = new AbortController().signal) {
  const rules = { resolve: namesOf({ [HOST]: [['127.0.0.1']] }), isAllowed: isPublicHere, bytesMax: BYTES_MAX };
  const parts: Buffer[] = [];
  try {
    for await (const part of createRemoteFiles({ ...rules, ...options }).bytesOf(url, signal)) {
      parts.push(part);
      expect(Buffer.concat(parts).length).toBeLessThanOrEqual(BYTES_MAX);
    }
    return Buffer.concat(parts).toString();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message, error.details];
  }
}
const refused = (reason: string, more: object = {}) => ['url_not_fetched', { reason, ...more }];

test('the file of a public host is fetched, by a request without a key or a wish for compression', async () => {
  await using host = await startRemoteHost(sends('a file'));
  expect(await fetched(`https://${HOST}:${host.port}/a.png?signature=1`)).toBe('a file');
  expect(host.requests).toMatchObject([{ url: '/a.png?signature=1', headers: { 'accept-encoding': 'identity' } }]);
  expect(Object.keys(host.requests[0]?.headers ?? {})).not.toContain('authorization');
});

test('only https is fetched', async () => {
  for (const url of [
    `http://${HOST}/a`,
    'ftp://files.example.com/a',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ])
    expect(await fetched(url)).toEqual(refused('not_https'));
});

test('a URL with a user, with a port of another service, or of another form is refused by name', async () => {
  for (const url of [`https://user:pass@${HOST}/`, `https://${HOST}:25/`, 'https://', '//files.example.com/a'])
    expect(await fetched(url)).toMatchObject(['invalid_request', { fields: { '/url': expect.any(String) } }]);
});

test('no address of our network gets a connection, by its number or by any name', async () => {
  await using host = await startRemoteHost(sends('secret'), { address: '127.0.0.2' });
  const resolve = namesOf({ 'a.example.com': [['127.0.0.2']], 'b.example.com': [['127.0.0.1', '127.0.0.2']] });
  for (const name of ['127.0.0.2', '0x7f000002', '2130706434', 'a.example.com', 'b.example.com'])
    expect(await fetched(`https://${name}:${host.port}/`, { resolve }), name).toEqual(refused('unreachable'));
  for (const name of ['10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:7f00:2]', '[fd00::1]'])
    expect(await fetched(`https://${name}/`), name).toEqual(refused('unreachable'));
  expect(host.requests).toEqual([]);
});

test('a name is resolved once for each fetch, and the address that was checked is connected to', async () => {
  await using open = await startRemoteHost(sends('public'));
  await using hidden = await startRemoteHost(sends('secret'), { address: '127.0.0.2' });
  const resolve = namesOf({ [HOST]: [['127.0.0.1'], ['127.0.0.2']] });
  const files = { resolve };
  expect(await fetched(`https://${HOST}:${open.port}/`, files)).toBe('public');
  expect(await fetched(`https://${HOST}:${hidden.port}/`, files)).toEqual(refused('unreachable'));
  expect(hidden.requests).toEqual([]);
});

test('every failure to reach a host is the same response', async () => {
  const { port } = await closedHost();
  await using host = await startRemoteHost(sends('x'));
  const names = { [HOST]: [['127.0.0.1']], 'other.example.net': [['127.0.0.1']], 'none.example.com': [[]] };
  const resolve = namesOf(names);
  const failures = [
    await fetched('https://absent.example.com/', { resolve }),
    await fetched('https://none.example.com/', { resolve }),
    await fetched(`https://${HOST}:${port}/`, { resolve }),
    await fetched(`https://other.example.net:${host.port}/`, { resolve }), // the certificate is of another name
    await fetched(`https://${HOST}:${host.port}/`, { resolve: () => {}, connectMs: 20 }),
  ];
  expect(failures).toEqual(failures.map(() => refused('unreachable')));
  expect(host.requests).toEqual([]);
});

/** A port on which nothing listens. */
async function closedHost() {
  await using host = await startRemoteHost(sends(''));
  return { port: host.port };
}

test('a connection that ends before the file does is unreachable, not a shorter file', async () => {
  await using host = await startRemoteHost((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    setImmediate(() => response.destroy());
  });
  expect(await fetched(`https://${HOST}:${host.port}/`)).toEqual(refused('unreachable'));
});

test('a redirect is not followed, wherever it leads', async () => {
  await using other = await startRemoteHost(sends('secret'));
  for (const location of [`https://${HOST}:${other.port}/`, `https://127.0.0.1:${other.port}/`, 'http://localhost/']) {
    await using host = await startRemoteHost((_, response) => void response.writeHead(302, { location }).end('moved'));
    expect(await fetched(`https://${HOST}:${host.port}/`)).toEqual(refused('http_status', { httpStatus: 302 }));
  }
  expect(other.requests).toEqual([]);
});

test.each([204, 206, 401, 404, 500])('the status %i of a host is told, and its body is not stored', async (status) => {
  await using host = await startRemoteHost((_, response) => void response.writeHead(status).end('error page'));
  expect(await fetched(`https://${HOST}:${host.port}/`)).toEqual(refused('http_status', { httpStatus: status }));
});

test('a body is read no further than to the size limit, whatever its length is said to be', async () => {
  await using endless = await startRemoteHost((_, response) => {
    const more = (): void => {
      while (response.write(Buffer.alloc(16_384)));
    };
    response.on('drain', more);
    more();
  });
  await using said = await startRemoteHost((_, response) => {
    response.writeHead(200, { 'content-length': String(BYTES_MAX + 1) }).flushHeaders();
  });
  const limits = { totalMs: 20_000, idleMs: 10_000 };
  for (const { port } of [endless, said])
    expect(await fetched(`https://${HOST}:${port}/`, limits)).toEqual(refused('too_large', { bytesMax: BYTES_MAX }));
  for (const { connections } of [endless, said]) await expect.poll(connections).toBe(0);
});

test('a file without bytes is refused', async () => {
  await using host = await startRemoteHost(sends(''));
  expect(await fetched(`https://${HOST}:${host.port}/`)).toMatchObject([
    'invalid_request',
    { fields: { '/url': expect.any(String) } },
  ]);
});

test('a host that sends nothing, stops or sends too slowly is given up, and its connection is closed', async () => {
  const listeners: readonly RequestListener[] = [
    () => {},
    (_, response) => void response.write('a part'),
    (_, response) => {
      const trickle = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(trickle));
    },
  ];
  for (const respond of listeners) {
    await using host = await startRemoteHost(respond);
    const limits = { connectMs: 20_000, idleMs: 400, totalMs: 1_500 };
    expect(await fetched(`https://${HOST}:${host.port}/`, limits)).toEqual(refused('timed_out'));
    await expect.poll(host.connections).toBe(0);
  }
});

test('the time in which the reader does other work is not the fault of the host', async () => {
  await using host = await startRemoteHost(sends('x'.repeat(50_000)));
  const files = createRemoteFiles({
    resolve: namesOf({ [HOST]: [['127.0.0.1']] }),
    isAllowed: isPublicHere,
    idleMs: 2000,
  });
  let sizeBytes = 0;
  for await (const part of files.bytesOf(`https://${HOST}:${host.port}/`, new AbortController().signal)) {
    if (sizeBytes === 0) await new Promise((resolve) => setTimeout(resolve, 3000)); // longer than `idleMs`
    sizeBytes += part.length;
  }
  expect(sizeBytes).toBe(50_000);
});

test('a fetch ends with its client', async () => {
  const [gone, asked] = [new AbortController(), Promise.withResolvers<void>()];
  await using host = await startRemoteHost((_, response) => {
    response.write('a part');
    asked.resolve();
  });
  const fetching = fetched(`https://${HOST}:${host.port}/`, {}, gone.signal);
  await asked.promise;
  gone.abort();
  expect(await fetching).toMatchObject(['url_not_fetched', {}]);
  await expect.poll(host.connections).toBe(0);
});
