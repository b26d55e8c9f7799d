/** Runners, and the files that they name, are at public addresses over TLS, unless the operator lists the host. */
import { EgressRefused, type Resolve } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { guardRunner, ownHostOf } from './guard-runner.ts';

const NONE = { privateHosts: [] };
const LISTED = { privateHosts: ['gpu.internal', '10.0.0.7:8443', '[::1]'] };

const resolving =
  (...addresses: readonly string[]): Resolve =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** The addresses that a connection would use. */
const connectedTo = (url: string, rules: { readonly privateHosts: readonly string[] }, resolve: Resolve) =>
  new Promise((settle, reject) => {
    guardRunner(url, rules, resolve).lookup('name', { all: true }, (error, found) =>
      error === null ? settle(found) : reject(error),
    );
  });

test.each([
  'https://10.0.0.7/farebox/v1',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:10.0.0.7]/',
  'http://gpu.acme.example/',
  'http://127.0.0.1:8080/',
  'https://user:password@gpu.acme.example/',
  'file:///etc/passwd',
  'no URL',
])('%s is refused before anything is resolved', (url) => {
  const resolve: Resolve = () => expect.unreachable('nothing is resolved');
  expect(() => guardRunner(url, NONE, resolve)).toThrow(EgressRefused);
});

test('a name that leads to a private address is refused, even beside a public one', async () => {
  for (const addresses of [['10.0.0.7'], ['8.8.8.8', '192.168.1.1'], ['fd00::1']])
    await expect(connectedTo('https://gpu.acme.example/', NONE, resolving(...addresses))).rejects.toThrow(
      EgressRefused,
    );
  expect(await connectedTo('https://gpu.acme.example/', NONE, resolving('8.8.8.8'))).toEqual([
    { address: '8.8.8.8', family: 4 },
  ]);
});

test('a listed host may be private and without TLS, with any port or with the listed one', async () => {
  expect(await connectedTo('http://gpu.internal:9000/', LISTED, resolving('10.0.0.9'))).toHaveLength(1);
  for (const url of ['https://10.0.0.7:8443/', 'http://[::1]:8080/'])
    expect(() => guardRunner(url, LISTED)).not.toThrow();
  for (const url of ['https://10.0.0.7/', 'https://10.0.0.8:8443/', 'http://other.internal/'])
    expect(() => guardRunner(url, LISTED)).toThrow(EgressRefused);
});

test('a listed port may be the default one of the protocol, which a URL does not show', () => {
  const rules = { privateHosts: ['10.0.0.7:443', '10.0.0.8:80'] };
  for (const url of ['https://10.0.0.7/', 'https://10.0.0.7:443/', 'http://10.0.0.8/'])
    expect(() => guardRunner(url, rules)).not.toThrow();
  for (const url of ['http://10.0.0.7/', 'https://10.0.0.8/', 'https://10.0.0.7:8443/'])
    expect(() => guardRunner(url, rules)).toThrow(EgressRefused);
  const own = ownHostOf('https://10.0.0.7/', rules);
  expect(() => guardRunner('https://10.0.0.7/file', own)).not.toThrow();
  expect(() => guardRunner('https://10.0.0.7:8443/file', own)).toThrow(EgressRefused);
});
