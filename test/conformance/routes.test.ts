/** The shape of the service: an unknown path is a 404, and every response has the same envelope. */
// Modes: embedded.
import { describe, expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { ERRORS } from './client/error-catalogue.ts';
import { identitiesOf } from './client/identities.ts';
import { exchanged, halfSent } from './client/raw.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);

// contract 1: "an unknown path or method is 404"
// contract 2: "404 NOT_FOUND not_found"
describe('an unknown path', () => {
  test.each([
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['GET', '/tools/image-analyze'],
    ['GET', '/tools/quote'],
    ['GET', '/tools/upload'],
    ['POST', '/tools'],
    ['POST', '/tools/executions'],
    ['POST', '/tools/project'],
    ['PUT', '/tools'],
    ['DELETE', '/tools/executions/exe_00000000000000000000000000'],
    ['PATCH', '/tools/usage'],
    ['GET', '/tools/executions/exe_00000000000000000000000000/cancel'],
    ['POST', '/tools/executions/exe_00000000000000000000000000'],
    ['GET', '/tools/executions/exe_00000000000000000000000000/artifacts'],
    ['GET', '//tools'],
    ['GET', '/TOOLS'],
    ['GET', '/tools/%E0%A4%A'],
  ])('%s %s is answered 404', async (method, path) => {
    const init =
      method === 'POST'
        ? { body: '{}', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'no-endpoint' } }
        : {};
    const reply = await client.send(method, path, init);
    expect(reply.outcome).toBe('404 not_found');
  });
});

// spec 1: "Every response carries Cache-Control: no-store."
// contract 1: "Every response, errors and 404 included: Cache-Control: no-store, X-Request-Id, and for an authenticated key RateLimit-Policy and RateLimit."
// contract 1: "Success: {"data": …}. Failure: {"error": {"status", "message"}}, plus optional details (object), requestId and documentation. No other envelope, no problem+json. HTTP code and body never disagree."
test('the envelope that the client of this suite checks in every response also holds for malformed requests', async () => {
  const replies = [
    await client.get('/tools'),
    await client.get('/nowhere'),
    await client.post('/tools/quote', '{'),
    await client.get('/tools/executions?limit=0'),
    await connect(null).get('/tools'),
    await connect(keys.keysByScope['usage:read']).get('/tools'),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 400, 400, 401, 403]);
});

// contract 1: "HEAD answers as GET without a body"
test.each([
  '/tools',
  '/tools/project',
  '/tools/usage',
  '/tools/executions?limit=5',
  '/tools/executions?limit=0',
  '/nowhere',
])('HEAD %s answers as GET, without a body', async (path) => {
  const get = await client.get(path);
  const head = await fetch(gatewayUrl() + path, { method: 'HEAD', headers: { Authorization: `Bearer ${keys.key}` } });
  expect([head.status, await head.text()]).toEqual([get.status, '']);
  for (const name of ['content-type', 'cache-control', 'ratelimit-policy', 'x-content-type-options'])
    expect(head.headers.get(name)).toBe(get.headers.get(name));
});

// contract 1: "An unknown path without a key is 404."
test('without a key an unknown path is a 404, and a known one a 401', async () => {
  const stranger = connect(null);
  const outcomeOf = async (path: string) => (await fetch(gatewayUrl() + path)).status;
  expect([await outcomeOf('/nowhere'), await outcomeOf('/tools/x/y')]).toEqual([404, 404]);
  expect((await stranger.get('/tools')).outcome).toBe('401 invalid_api_key');
});

// contract 1: "Two Host headers or none: 400."
// issue 7.11: "two Authorization, Content-Type or Host headers and unknown transfer codings: 400"
describe('an ambiguous request head', () => {
  const one = ['Host: x', `Authorization: Bearer ${keys.key}`, 'Content-Type: application/json'];
  test.each([
    ['no Host', one.slice(1)],
    ['two Hosts', [...one, 'Host: y']],
    ['two keys', [...one, `Authorization: Bearer ${keys.key2}`]],
    ['two content types', [...one, 'Content-Type: application/json']],
    ['an unknown transfer coding', [...one, 'Transfer-Encoding: gzip, chunked']],
  ])('is refused with %s', async (_, lines) => {
    const body = lines.at(-1)?.startsWith('Transfer') === true ? '0\r\n\r\n' : '';
    const reply = await exchanged('GET /tools/project', lines, body);
    expect(reply).toMatch(/^HTTP\/1\.1 400 [^]*Cache-Control: no-store\r\n[^]*"message":"invalid_request"/);
  });
});

// contract 1: "A connection on which nothing was sent is closed without a word; a request that stops half-way gets 503 service_unavailable (accepted: false), never a 400."
test('a connection that sends nothing gets nothing, and one that stops half-way gets a 503', async () => {
  const [silent, half] = await Promise.all([halfSent(''), halfSent('GET /tools HTTP/1.1\r\nHost:')]);
  expect(silent).toBe('');
  expect(half).toMatch(
    /^HTTP\/1\.1 503 [^]*Cache-Control: no-store\r\n[^]*"service_unavailable","details":\{"accepted":false\}/,
  );
});

const HEAD = ['Host: x', `Authorization: Bearer ${keys.key}`, 'Connection: close'].join('\r\n');
const POST = `POST /tools/quote HTTP/1.1\r\n${HEAD}\r\nContent-Type: application/json\r\n`;

// spec 1: "Every response carries Cache-Control: no-store."
// contract 1: "Every response, errors and 404 included: Cache-Control: no-store, X-Request-Id"
// contract 1: "HTTP codes stay inside the specification's table (section 7), plus 500 for a defect of ours."
test.each([
  ['another version of HTTP', `GET /tools HTTP/9.9\r\n${HEAD}\r\n\r\n`],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a header without a name', `GET /tools HTTP/1.1\r\n${HEAD}\r\n: x\r\n\r\n`],
  ['a NUL in a header', `GET /tools HTTP/1.1\r\n${HEAD}\r\nX: \0\r\n\r\n`],
  ['a length that is no number', `${POST}Content-Length: abc\r\n\r\n`],
  ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a chunk without a size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
  ['a head without end', `GET /tools HTTP/1.1\r\n${HEAD}\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['a path without end', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n${HEAD}\r\n\r\n`],
  ['an expectation', `${POST}Expect: the-best\r\nContent-Length: 2\r\n\r\n{}`],
])('a request with %s is refused with 400, in the one envelope, and is not to be cached', async (_, bytes) => {
  const [head = '', body = ''] = (await halfSent(bytes)).split('\r\n\r\n', 2);
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  for (const header of ['Cache-Control: no-store', 'X-Request-Id: ', 'Content-Type: application/json; charset=utf-8'])
    expect(head).toContain(`\r\n${header}`);
  const { error } = JSON.parse(body) as { error: { status: string; message: string } };
  expect(ERRORS[error.message]).toBe(`400 ${error.status}`);
});

// contract 1: "an unknown path or method is 404"
test.each(['OPTIONS /tools', 'OPTIONS *', 'TRACE /tools', 'CONNECT x:443', 'PROPFIND /tools', 'get /tools'])(
  '%s is not found, and is not to be cached',
  async (asked) => {
    const reply = await halfSent(`${asked} HTTP/1.1\r\n${HEAD}\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 404 [^]*Cache-Control: no-store\r\n[^]*"message":"not_found"/);
  },
);

// contract 1: "X-Request-Id"
test('every request has its own id', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => client.get('/nowhere')));
  expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(10);
});

// contract 1: "RateLimit-Policy and RateLimit"
test('the rate limit headers count down', async () => {
  const [first, second] = [await client.get('/tools/project'), await client.get('/tools/project')];
  const sameWindow = second.rateLimit.resetSeconds <= first.rateLimit.resetSeconds;
  expect(second.rateLimit.remaining).toBe(sameWindow ? first.rateLimit.remaining - 1 : 119);
});

// threat: "leaks"
test('no response names the software behind it', async () => {
  for (const reply of [await client.get('/tools'), await client.get('/nowhere')]) {
    expect(reply.headers.get('x-powered-by')).toBeNull();
    expect(reply.headers.get('server')).toBeNull();
  }
});
