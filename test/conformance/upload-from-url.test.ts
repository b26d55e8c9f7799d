/** Uploads from URLs: which URLs are refused, and that the refusals show nothing of the network of the service. */
// Modes: embedded.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { FareboxError, createFarebox } from '@farebox/sdk';
import { expect, test } from 'vitest';
import { connect, gatewayUrl, type Reply } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import type { File } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);

const fetchFrom = (url: string, mimeType = 'image/png'): Promise<Reply<File>> =>
  client.post<File>('/tools/upload-from-url', { url, mimeType });

// issue 25.14: "a file is fetched by the service from an https address"
// contract 2: "400 INVALID_ARGUMENT url_not_fetched"
// contract 4: "Only https URLs without a user, with port 443 or one from 1024, are fetched."
test('a URL without https is refused with its reason, and one of another form with its field', async () => {
  for (const url of ['http://files.example.com/a.png', 'ftp://files.example.com/a.png', 'file:///etc/passwd']) {
    const { outcome, error } = await fetchFrom(url);
    expect([outcome, error.details]).toEqual(['400 url_not_fetched', { reason: 'not_https' }]);
  }
  for (const url of ['https://user:pass@files.example.com/', 'https://files.example.com:22/', 'a.png', '']) {
    const { outcome, error } = await fetchFrom(url);
    expect([outcome, error.details]).toMatchObject(['400 invalid_request', { fields: { '/url': expect.any(String) } }]);
  }
  const { outcome, error } = await fetchFrom('https://files.example.com/a.gif', 'image/gif');
  expect([outcome, Object.keys(error.details?.['fields'] ?? {})]).toEqual(['400 invalid_request', ['/mimeType']]);
});

const HIDDEN = [
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://0x7f000001/',
  'https://localhost/',
  'https://localhost.localdomain/',
  'https://10.0.0.1/',
  'https://192.168.0.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://metadata.google.internal/',
  'https://metadata/',
  'https://postgres/',
  'https://redis:6379/',
  'https://absent.invalid/',
];

// issue 25.14: "guarded egress"
// contract 4: "A name without an address, a private address, a refused connection and a wrong certificate are all unreachable, in the same words."
test('private addresses, names of our network and names that do not exist are refused in the same words', async () => {
  const replies = [];
  for (const url of HIDDEN) replies.push(await fetchFrom(url));
  const words = replies.map(({ outcome, error: { requestId: _, ...error } }) => JSON.stringify([outcome, error]));
  expect(replies[0]?.error.details).toEqual({ reason: 'unreachable' });
  expect(new Set(words).size).toBe(1);
});

// issue 25.14: "guarded egress"
// contract 4: "The service connects only to public addresses"
test('a host on the machine of the service gets no connection', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const name of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'])
    expect((await fetchFrom(`https://${name}:${port}/`)).error.details).toEqual({ reason: 'unreachable' });
  server.close();
  expect(connections).toBe(0);
});

// issue 25.14: "guarded egress"
// contract 2: "url_not_fetched: reason is not_https, unreachable, http_status with httpStatus, too_large with bytesMax, or timed_out."
test('the SDK rejects with the reason, and does not repeat the request', async () => {
  let requests = 0;
  const farebox = createFarebox({
    baseUrl: gatewayUrl(),
    apiKey: keys.key,
    fetch: (...request) => {
      requests++;
      return fetch(...request);
    },
  });
  const failure: unknown = await farebox
    .uploadFrom('https://127.0.0.1/', { mimeType: 'image/png' })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FareboxError);
  expect(failure).toMatchObject({ code: 'url_not_fetched', http: 400, details: { reason: 'unreachable' } });
  expect(requests).toBe(1);
});
