import { freePort } from '@farebox/embedded';
import { expect, test } from 'vitest';
import { serving } from '../testing/serving.ts';
import { request } from './client.ts';

const target = (url: string) => ({ url, token: 'a.b.c', project: null, organization: null });
const act = { method: 'POST', path: '/x', body: { a: 1 }, idempotencyKey: 'once-and-for-all' };

test('a request whose response was lost is repeated with the same idempotency key', async () => {
  const keys: unknown[] = [];
  await using server = await serving((incoming, response) => {
    keys.push(incoming.headers['idempotency-key']);
    if (keys.length < 3) incoming.socket.destroy();
    else response.writeHead(200, { 'idempotent-replayed': 'true' }).end('{"data":{"done":true}}');
  });
  expect(await request(target(server.url), act)).toEqual({ data: { done: true }, isReplayed: true });
  expect(keys).toEqual(Array.from({ length: 3 }, () => act.idempotencyKey));
});

test('a refused request is sent once, and its message has fields, advice and request id in one line', async () => {
  let asked = 0;
  await using server = await serving((_incoming, response) => {
    asked++;
    const error = {
      status: 'INVALID_ARGUMENT',
      message: 'invalid_request',
      details: { fields: { '/name': 'is too long' } },
      requestId: 'req_1',
    };
    response.writeHead(400).end(JSON.stringify({ error }));
  });
  await expect(request(target(server.url), act)).rejects.toMatchObject({
    exit: 'refused',
    message: 'invalid_request: Correct the fields that details.fields names. /name is too long [req_1]',
  });
  expect(asked).toBe(1);
});

test('a request to a busy system is repeated, and then reported as busy', async () => {
  let asked = 0;
  await using server = await serving((_incoming, response) => {
    asked++;
    response.writeHead(503).end('{"error":{"status":"UNAVAILABLE","message":"service_unavailable"}}');
  });
  await expect(request(target(server.url), { method: 'GET', path: '/x' })).rejects.toMatchObject({
    exit: 'unreachable',
  });
  expect(asked).toBe(4);
});

test('an internal error is reported at once, but an act that may have happened is repeated with its key', async () => {
  const keys: unknown[] = [];
  await using server = await serving((incoming, response) => {
    keys.push(incoming.headers['idempotency-key']);
    if (keys.length === 3) response.end('{"data":{"done":true}}');
    else response.writeHead(500).end('{"error":{"status":"INTERNAL","message":"internal_error"}}');
  });
  const read = request(target(server.url), { method: 'GET', path: '/x' });
  await expect(read).rejects.toMatchObject({ exit: 'unreachable', message: expect.stringContaining('Report') });
  expect(keys).toHaveLength(1);
  expect(await request(target(server.url), act)).toMatchObject({ data: { done: true } });
  expect(keys.slice(1)).toEqual([act.idempotencyKey, act.idempotencyKey]);
});

test("a session is sent only to the profile's address, never to a redirect", async () => {
  let isReached = false;
  await using other = await serving((_incoming, response) => {
    isReached = true;
    response.end('{"data":{}}');
  });
  await using server = await serving(
    (_incoming, response) => void response.writeHead(307, { location: other.url }).end(),
  );
  await expect(request(target(server.url), { method: 'GET', path: '/x' })).rejects.toMatchObject({
    exit: 'unreachable',
  });
  expect(isReached).toBe(false);
});

test('one line reports that no server listens, or that it is not an operator API', async () => {
  const away = `http://127.0.0.1:${await freePort()}`;
  await expect(request(target(away), act)).rejects.toMatchObject({
    exit: 'unreachable',
    message: expect.stringContaining(away),
  });
  await using page = await serving((_incoming, response) => void response.end('<html>'));
  await expect(request(target(page.url), act)).rejects.toThrow(/not an operator API/);
});

test("a Retry-After is obeyed up to the caller's limit, and no longer", async () => {
  let asked = 0;
  await using server = await serving((_incoming, response) => {
    asked++;
    const error = { status: 'RESOURCE_EXHAUSTED', message: 'rate_limit_exceeded' };
    if (asked === 2) response.end('{"data":{}}');
    else response.writeHead(429, { 'retry-after': '1' }).end(JSON.stringify({ error }));
  });
  const get = { method: 'GET', path: '/x' };
  await expect(request(target(server.url), get, 0)).rejects.toMatchObject({ exit: 'unreachable' });
  expect(asked).toBe(1);
  asked = 0;
  expect((await request(target(server.url), get, 1)).data).toEqual({});
  expect(asked).toBe(2);
});
