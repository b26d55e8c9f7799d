/** A support case brings an id and no project: the thing is found by its id alone, and a response names what is missing. */
import { missingOf, OPERATOR_ROUTES, type OperatorRoute } from '@farebox/contract';
import { revokeKey } from '@farebox/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../isolation/world.fixture.ts';
import { namesIn, requestOf, whoMay } from '../isolation/requests.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Found {
  readonly id: string;
  readonly project: { readonly id: string; readonly name: string; readonly organizationId: string };
}

let gateway: TestOperatorGateway;
let world: World;
let operator: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  world = await createWorld(gateway);
  operator = await gateway.session({ isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const ids = (name: string): Readonly<Record<string, string>> => world.ids[name] ?? {};
const ask = (path: string, session = operator) => gateway.operate<Found>(`GET ${path}`, { session });

const THINGS = [
  ['/executions', 'executionId'],
  ['/files', 'fileId'],
  ['/checkouts', 'checkoutId'],
  ['/keys', 'key'],
  ['/keys', 'keyId'],
] as const;

test.each(THINGS)('an operator finds %s/{%s} of any project by the id alone, with its project', async (path, name) => {
  for (const owner of ['own', 'sibling', 'foreign']) {
    const { status, data } = await ask(`${path}/${ids(name)[owner]}`);
    expect([status, data.project.id], owner).toEqual([200, ids('projectId')[owner]]);
    expect(data.project.organizationId, owner).toBe(ids('organizationId')[owner]);
  }
});

test('a key that was revoked is found too, by its public id and by its id', async () => {
  const project = await gateway.newProject();
  const { token, keyId } = await project.newKey();
  await revokeKey(gateway, { projectId: project.id, keyId });
  const [, , publicId] = token.split('_');
  for (const name of [publicId, keyId]) {
    const { data } = await ask(`/keys/${name}`);
    expect(data).toMatchObject({ id: keyId, publicId, revokedAt: expect.any(String), project: { id: project.id } });
  }
});

test('a whole key in the path finds nothing, and the response does not repeat it', async () => {
  const { token } = await (await gateway.newProject()).newKey();
  const { status, text } = await ask(`/keys/${token}`);
  expect([status, text]).toEqual([404, expect.not.stringContaining(token)]);
});

test('a member finds the things of their projects only, and anybody else gets what a missing id gets', async () => {
  const path = `/executions/${ids('executionId')['own']}`;
  const absent = (await ask(`/executions/${ids('executionId')['absent']}`)).text;
  const sessions = {
    viewer: await world.sessionOf('VIEWER'),
    sibling: await world.sessionOf('ADMIN of a sibling'),
    removed: await world.sessionOf('removed from the project'),
  };
  expect((await ask(path, sessions.viewer ?? '')).data.project.id).toBe(ids('projectId')['own']);
  for (const session of [sessions.sibling, sessions.removed])
    expect((await ask(path, session ?? '')).text).toBe(absent);
});

describe('a missing id is named by its kind', () => {
  const PARAMS = (Object.entries(OPERATOR_ROUTES) as [string, OperatorRoute][]).flatMap(([name, route]) =>
    namesIn(route).map((param) => ({ name, route, param })),
  );

  test('every parameter of a path has a word', () => {
    expect(PARAMS.filter(({ route, param }) => missingOf(route, param) === undefined)).toEqual([]);
  });

  test.each(PARAMS)('$name: {$param}', async ({ route, param }) => {
    const session = await world.sessionOf(param.endsWith('nId') ? 'an operator' : whoMay(route));
    const body = route.body?.example === undefined ? {} : { body: route.body.example as object };
    for (const owner of ['absent', 'malformed']) {
      const request = requestOf(route, world, { [param]: ids(param)[owner] ?? '' });
      const { error } = await gateway.operate(request, {
        session,
        ...body,
        headers: { 'Idempotency-Key': `an-${owner}-id` },
      });
      expect(error, owner).toMatchObject({
        status: 'NOT_FOUND',
        message: 'not_found',
        details: { missing: missingOf(route, param) },
      });
    }
  });

  test('a request that only operators may send names nothing to others, as an address that does not exist', async () => {
    const session = (await world.sessionOf('ADMIN')) ?? '';
    const hidden = await ask(`/organizations/${ids('organizationId')['own']}/audit`, session);
    expect(hidden.error).toMatchObject({ status: 'NOT_FOUND', message: 'not_found' });
    expect((await ask('/organizations/malformed/audit', session)).text).toBe(hidden.text);
    expect((await ask('/no-such-address', session)).text).toBe(hidden.text);
  });
});
