/**
 * Every route of the operator API × the other ports: even with an operator's session and a valid body it gets the response
 * of an unknown path. Made from the route table; the same requests exist on the operator port.
 */
import { OPERATOR_ROUTES, type OperatorRoute } from '@farebox/contract';
import { startStripe, type TestStripe } from '@farebox/payments/testing';
import { freePort } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { createWorld, type World } from './world.fixture.ts';

let stripe: TestStripe;
let gateway: TestOperatorGateway;
let world: World;
let operator: string;
let eventsUrl: string;

beforeAll(async () => {
  stripe = await startStripe();
  const port = String(await freePort());
  eventsUrl = `http://127.0.0.1:${port}`;
  gateway = await startTestOperatorGateway({
    ...stripe.settings,
    FAREBOX_STRIPE_PORT: port,
    FAREBOX_SIMULATOR_URL: 'http://127.0.0.1:9', // gets no requests
  });
  world = await createWorld(gateway);
  operator = await gateway.session({ isOperator: true });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});

const ROUTES = Object.entries(OPERATOR_ROUTES) as [string, OperatorRoute][];
/** Stored files have addresses below /files on the public port, so an unknown one there is no unknown path. */
const unknownFor = ({ path }: OperatorRoute): string =>
  path.startsWith('/files/') ? '/files/nothing-is-here' : '/nothing-is-here';
const pathOf = ({ path }: OperatorRoute): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => world.ids[name]?.own ?? '');

async function ask(base: string, { method, body }: OperatorRoute, path: string) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${operator}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'of-another-port',
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body?.example ?? {}) }),
  });
  return { status: response.status, text: comparable(await response.text(), response) };
}

describe.each(ROUTES)('%s', (_, route) => {
  test('exists on the operator port', async () => {
    const session = await world.sessionOf('an operator');
    const body = route.method === 'GET' ? {} : { body: '{"not a field of any request": 1}' };
    const { error, status } = await gateway.operate(`${route.method} ${pathOf(route)}`, { session, ...body });
    expect(error?.message ?? status).toBe(route.method === 'GET' ? 200 : 'invalid_request');
  });

  test.each(['the public port', 'the port of payments'])('does not exist on %s', async (port) => {
    const base = port === 'the public port' ? gateway.url : eventsUrl;
    const found = await ask(base, route, pathOf(route));
    expect(found.status).toBe(404);
    expect(found).toEqual(await ask(base, route, unknownFor(route)));
  });
});

test('the public OpenAPI document contains no route of the operator API', async () => {
  const { paths } = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as { readonly paths: object };
  expect(Object.keys(paths).filter((path) => ROUTES.some(([, route]) => route.path === path))).toEqual([]);
  expect((await fetch(`${eventsUrl}/openapi.json`)).status).toBe(404);
});
