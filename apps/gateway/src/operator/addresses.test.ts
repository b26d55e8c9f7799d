/** Requests without a valid session: other methods, and the rate limit of an address. A separate file, because the limit applies to the process. */
import { Agent, request as httpRequest } from 'node:http';
import { issueLocalSession } from '@farebox/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let url: string;
const FAREBOX_SESSION_SECRET = 'a-session-secret-of-32-characters!';

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  gateway = await startTestGateway({ FAREBOX_OPERATOR_PORT: String(port), FAREBOX_SESSION_SECRET });
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

test('an address may send 600 invalid sessions a minute; valid sessions and other addresses are not limited by them', async () => {
  const statusFrom = (localAddress: string, agent: Agent, token = 'guessed'): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}` };
      const sent = httpRequest(`${url}/projects/proj_any/keys`, { agent, localAddress, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject).end();
    });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  try {
    // The requests can straddle the end of a window, and two windows allow 1,200.
    const statuses = await Promise.all(Array.from({ length: 1_300 }, () => statusFrom('127.0.0.3', agent)));
    const looked = statuses.filter((status) => status === 401).length;
    expect(looked).toBeGreaterThanOrEqual(600);
    expect(looked).toBeLessThanOrEqual(1_200);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(await statusFrom('127.0.0.4', agent)).toBe(401);
    // Behind a proxy all clients share one address: a client that guesses must not keep an ADMIN from revoking a key.
    const issuer = { secret: FAREBOX_SESSION_SECRET, audience: 'farebox' };
    const session = await issueLocalSession(issuer, { subject: 'ann', ttlSeconds: 60 });
    const ofAnn = await Promise.all(Array.from({ length: 20 }, () => statusFrom('127.0.0.3', agent, session)));
    expect(new Set(ofAnn)).toEqual(new Set([404])); // the session is valid, the project does not exist
  } finally {
    agent.destroy();
  }
});

test('another method of a path is not found, and the response names the methods of the path', async () => {
  const at = async (path: string) => await fetch(url + path, { method: 'DELETE' });
  const [known, unknown] = [await at('/projects/proj_any/keys'), await at('/nothing')];
  expect([known.status, known.headers.get('Allow')]).toEqual([404, 'GET, HEAD, POST']);
  expect([unknown.status, unknown.headers.get('Allow')]).toEqual([404, null]);
});
