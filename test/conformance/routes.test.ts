/** The shape of the service: what is not an endpoint is not found, and every answer has the one envelope. */
import { describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);

// contract 1: "an unknown path or method is 404"
describe('what is no endpoint', () => {
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
    const answer = await client.send(method, path, init);
    expect(answer.outcome).toBe('404 not_found');
  });
});

// spec 1: "Every response carries Cache-Control: no-store."
// contract 1: "Every response, errors and 404 included: Cache-Control: no-store, X-Request-Id, and for an authenticated key RateLimit-Policy and RateLimit."
// contract 1: "Success: {"data": …}. Failure: {"error": {"status", "message"}}, plus optional details (object) and requestId. No other envelope, no problem+json. HTTP code and body never disagree."
test('the envelope that the client of this suite checks on every answer also holds where nothing is asked for properly', async () => {
  const answers = [
    await client.get('/tools'),
    await client.get('/nowhere'),
    await client.post('/tools/quote', '{'),
    await client.get('/tools/executions?limit=0'),
    await connect(null).get('/tools'),
    await connect(keys.keysByScope['usage:read']).get('/tools'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 400, 401, 403]);
});

// contract 1: "X-Request-Id"
test('every request has an id of its own', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.get('/nowhere')));
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(10);
});

// contract 1: "RateLimit-Policy and RateLimit"
test('the rate limit headers count down', async () => {
  const [first, second] = [await client.get('/tools/project'), await client.get('/tools/project')];
  const sameWindow = second.rateLimit.resetSeconds <= first.rateLimit.resetSeconds;
  expect(second.rateLimit.remaining).toBe(sameWindow ? first.rateLimit.remaining - 1 : 119);
});

// threat: "leaks"
test('no answer says what it was made with', async () => {
  for (const answer of [await client.get('/tools'), await client.get('/nowhere')]) {
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('server')).toBeNull();
  }
});
