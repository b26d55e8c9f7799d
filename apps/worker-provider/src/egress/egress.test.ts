/** A provider can send the worker only to its own public hosts, tested on real sockets. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { EgressRefused, isPublicAddress } from '@farebox/kernel';
import { FileRefused, FileUnavailable, type FetchOptions, fetchFile } from './fetch-file.ts';
import { type EgressRules, guard, loopbackLookup } from './guard.ts';

const PUBLIC: EgressRules = { hosts: ['files.example.com', '8.8.8.8', 'other.example.com:8443'], loopbackHost: null };

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::7f00:1',
  '::a00:1',
  '::8.8.8.8',
  '::808:808',
  '::ffff:0:127.0.0.1',
  '64:ff9b:1::7f00:1',
  '2001:470:1:2:0:5efe:7f00:1',
  '2001:470:1:2:200:5efe:a00:1',
  'fec0::1',
  '4000::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'localhost',
  '',
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'https://files.example.com/a.png',
  'https://files.example.com:443/a.png',
  'https://FILES.example.com/a.png',
  'https://other.example.com:8443/a.png',
])('%s may be downloaded', (url) => {
  expect(guard(url, PUBLIC).url.protocol).toBe('https:');
});

test.each([
  'http://files.example.com/a.png',
  'https://files.example.com:8443/a.png',
  'https://files.example.com.evil.example/a.png',
  'https://evil.example/files.example.com',
  'https://files.example.com@evil.example/',
  'https://user:pass@files.example.com/',
  'https://127.0.0.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://[::ffff:8.8.8.8]/',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  '//files.example.com/a.png',
  '',
])('%s is refused before a packet is sent', (url) => {
  expect(() => guard(url, PUBLIC)).toThrow(EgressRefused);
});

test('a configured address that is private is refused too', () => {
  expect(() => guard('https://10.0.0.1/a', { hosts: ['10.0.0.1'], loopbackHost: null })).toThrow(
    'not a public address',
  );
});

interface FileHost extends AsyncDisposable {
  readonly port: number;
  readonly requests: { readonly path: string | undefined; readonly headers: object }[];
}

async function openHost(reply: { status: number; headers?: Record<string, string>; body?: string }): Promise<FileHost> {
  const requests: FileHost['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url, headers: request.headers });
    response.writeHead(reply.status, { 'content-type': 'image/png', ...reply.headers }).end(reply.body ?? 'bytes');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const options = (rules: EgressRules): FetchOptions => ({
  rules,
  bytesMax: 1000,
  timeLimitMs: 30_000,
  signal: new AbortController().signal,
});
const onLoopback = (host: string): FetchOptions => options({ hosts: [host], loopbackHost: host });

test('a simulator on this machine may serve files if that is enabled', async () => {
  await using host = await openHost({ status: 200 });
  const fetched = await fetchFile(`http://127.0.0.1:${host.port}/f.png?x=1`, onLoopback('127.0.0.1'));
  expect(fetched).toEqual({ bytes: Buffer.from('bytes'), mimeType: 'image/png' });
  expect(host.requests).toMatchObject([{ path: '/f.png?x=1' }]);
  expect(host.requests[0]?.headers).not.toHaveProperty('authorization');
});

test('a configured host that resolves to a private address gets no connection', async () => {
  await using host = await openHost({ status: 200 });
  const url = `https://localhost:${host.port}/f.png`;
  const rules = { hosts: [`localhost:${host.port}`], loopbackHost: null };
  await expect(fetchFile(url, options(rules))).rejects.toThrow(FileRefused);
  expect(host.requests).toEqual([]);
});

const PUBLIC_ADDRESS = { address: '8.8.8.8', family: 4 };

test.each([
  ['127.0.0.1', 4],
  ['10.0.0.1', 4],
  ['::1', 6],
  ['::7f00:1', 6],
  ['::ffff:10.0.0.1', 6],
] as const)('a name whose addresses are a public one and %s is refused', async (address, family) => {
  for (const found of [
    [PUBLIC_ADDRESS, { address, family }],
    [{ address, family }, PUBLIC_ADDRESS],
    [PUBLIC_ADDRESS, PUBLIC_ADDRESS, { address, family }],
  ]) {
    const { lookup } = guard('https://files.example.com/a.png', PUBLIC, (_name, _options, callback) =>
      callback(null, found),
    );
    const outcomes = [{ all: true }, {}].map(
      (options) => new Promise((resolve) => lookup('files.example.com', options, (error) => resolve(error))),
    );
    for (const error of await Promise.all(outcomes)) expect(error).toBeInstanceOf(EgressRefused);
  }
});

test('a name with only public addresses resolves to them', async () => {
  const found = [PUBLIC_ADDRESS, { address: '2606:4700::1111', family: 6 }];
  const { lookup } = guard('https://files.example.com/a.png', PUBLIC, (_name, _options, callback) =>
    callback(null, found),
  );
  const all = await new Promise((resolve) => lookup('files.example.com', { all: true }, (_, every) => resolve(every)));
  expect(all).toEqual(found);
});

test('plain HTTP reaches only this machine, whatever a name resolves to', async () => {
  const resolveTo = (address: string) =>
    new Promise((resolve) =>
      loopbackLookup((_name, _options, callback) => callback(null, [{ address, family: 4 }]))(
        'localhost',
        {},
        (error) => resolve(error),
      ),
    );
  expect(await resolveTo('127.0.0.1')).toBeNull();
  expect(await resolveTo('8.8.8.8')).toBeInstanceOf(EgressRefused);
  expect(await resolveTo('10.0.0.1')).toBeInstanceOf(EgressRefused);
});

test('the switch for loopback permits only loopback', async () => {
  const rules = { hosts: ['127.0.0.1', '10.0.0.1', 'localhost'], loopbackHost: '127.0.0.1' };
  for (const url of ['http://10.0.0.1/f', 'http://localhost/f', 'https://10.0.0.1/f', 'ftp://127.0.0.1/f']) {
    await expect(fetchFile(url, options(rules)), url).rejects.toThrow(FileRefused);
  }
  expect(() => guard('http://127.0.0.1/f', { hosts: ['127.0.0.1'], loopbackHost: null })).toThrow('not https');
  expect(() => guard('http://127.0.0.1/f', { hosts: ['a.example'], loopbackHost: '127.0.0.1' })).toThrow('configured');
});

test('a redirect is not followed', async () => {
  await using elsewhere = await openHost({ status: 200 });
  const location = `http://127.0.0.1:${elsewhere.port}/`;
  await using host = await openHost({ status: 302, headers: { location } });
  await expect(fetchFile(`http://127.0.0.1:${host.port}/`, onLoopback('127.0.0.1'))).rejects.toThrow(FileRefused);
  expect(elsewhere.requests).toEqual([]);
});

test('a file above the size limit is refused for good, and a temporary failure is not', async () => {
  await using large = await openHost({ status: 200, body: 'x'.repeat(1001) });
  await using broken = await openHost({ status: 500 });
  const fetched = (port: number) => fetchFile(`http://127.0.0.1:${port}/`, onLoopback('127.0.0.1'));
  await expect(fetched(large.port)).rejects.toThrow(FileRefused);
  await expect(fetched(broken.port)).rejects.toThrow(FileUnavailable);
});
