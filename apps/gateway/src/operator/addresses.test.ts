/** Of an address, before anybody looks at what it says. A file of its own, because the limit is of the process. */
import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const TOLLGATE_SESSION_SECRET = 'a-session-secret-of-32-characters!';
  gateway = await startTestGateway({ TOLLGATE_OPERATOR_PORT: String(port), TOLLGATE_SESSION_SECRET });
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

test('an address has 600 requests a minute, whoever they say they are, and another one has its own', async () => {
  const statusFrom = (localAddress: string, agent: Agent): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: 'Bearer guessed' };
      const sent = httpRequest(`${url}/projects/proj_any/keys`, { agent, localAddress, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject).end();
    });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  try {
    // They can straddle the turn of a minute: two windows hold 1,200.
    const statuses = await Promise.all(Array.from({ length: 1_300 }, () => statusFrom('127.0.0.3', agent)));
    const looked = statuses.filter((status) => status === 401).length;
    expect(looked).toBeGreaterThanOrEqual(600);
    expect(looked).toBeLessThanOrEqual(1_200);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(await statusFrom('127.0.0.4', agent)).toBe(401);
  } finally {
    agent.destroy();
  }
});
