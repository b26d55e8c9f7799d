/**
 * Every route of the operator API × every kind of caller × every id in a path: a hidden thing gets the same bytes as a
 * missing one, and only a member gets the error of a missing role. Made from the route table, so that a new route is covered
 * or fails.
 */
import { OPERATOR_ROUTES, type OperatorRoute, type Role, ROLES } from '@farebox/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Responded, startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { type Caller, CALLERS, REMOVED, ROLE_OF } from './callers.fixture.ts';
import { type Named, namesIn, requestOf, strangersTo, tenantIn, visible, whoMay } from './requests.fixture.ts';
import { createWorld, OWNERS, type World } from './world.fixture.ts';

let gateway: TestOperatorGateway;
let world: World;

beforeAll(async () => {
  gateway = await startTestOperatorGateway({ FAREBOX_SIMULATOR_URL: 'http://127.0.0.1:9' }); // gets no requests
  world = await createWorld(gateway);
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const ROUTES = Object.entries(OPERATOR_ROUTES) as [string, OperatorRoute][];
/** Permission is checked before the body. An allowed caller sends an invalid body, which changes nothing. */
const ask = async (route: OperatorRoute, caller: Caller, given?: Named): Promise<Responded<unknown>> =>
  askBy(await world.sessionOf(caller), route, given);

const askBy = (session: string | null, route: OperatorRoute, given?: Named): Promise<Responded<unknown>> =>
  gateway.operate(requestOf(route, world, given), {
    session,
    ...(route.method === 'GET' ? {} : { body: '{"not a field of any request": 1}' }),
    headers: { 'Idempotency-Key': 'of-the-matrix' },
  });

const NO_SESSION: readonly Caller[] = ['no session', 'an API key of an ADMIN', 'a revoked API key', 'a runner key'];
/** Callers without a role in the project, but with access to its organization; a sibling's members belong to it as well. */
const IN_ORGANIZATION: readonly Caller[] = [
  'ADMIN of the organization',
  'MEMBER of the organization',
  'ADMIN of a sibling',
  'removed from the project',
];

type Verdict = 'allowed' | 'lacks the role' | 'is hidden' | 'has no session';

function verdictOn({ access }: OperatorRoute, caller: Caller): Verdict {
  if (NO_SESSION.includes(caller)) return 'has no session';
  if (caller === 'an operator' || access === 'session') return 'allowed';
  const role: Role | undefined = ROLE_OF[caller];
  if (access === 'platform') return 'is hidden';
  const isOrganizationAdmin = caller === 'ADMIN of the organization';
  const isInOrganization = role !== undefined || IN_ORGANIZATION.includes(caller);
  if (access === 'organization') return isInOrganization ? 'allowed' : 'is hidden';
  if ('organization' in access) {
    if (!isInOrganization) return 'is hidden';
    return isOrganizationAdmin ? 'allowed' : 'lacks the role';
  }
  if (role === undefined) return 'is hidden';
  const needed = 'holder' in access ? access.holder : access.project;
  return ROLES.indexOf(role) <= ROLES.indexOf(needed) ? 'allowed' : 'lacks the role';
}

test('every parameter of a path of the operator API has ids of every owner', () => {
  const unknown = ROUTES.flatMap(([, route]) => namesIn(route)).filter((name) => !(name in world.ids));
  expect(unknown).toEqual([]);
  for (const ids of Object.values(world.ids))
    expect(new Set(OWNERS.map((owner) => ids[owner])).size).toBeGreaterThan(3);
});

/** The route finds the project by the id of one thing. */
const isFound = ({ access }: OperatorRoute): boolean => typeof access === 'object' && 'holder' in access;

const outcomeOf = ({ status, error }: Partial<Responded<unknown>>): string => error?.message ?? String(status);

/** An allowed request that writes gets `invalid_request`, because its body is invalid for every route. */
const OUTCOMES: Readonly<Record<Verdict, (route: OperatorRoute) => string>> = {
  'has no session': () => 'invalid_session',
  'lacks the role': () => 'project_permission_required',
  'is hidden': () => 'not_found',
  allowed: ({ method }) => (method === 'GET' ? '200' : 'invalid_request'),
};

describe.each(ROUTES)('%s', (_, route) => {
  test.each(CALLERS)('%s gets the response of the permission table', async (caller) => {
    expect(outcomeOf(await ask(route, caller))).toBe(OUTCOMES[verdictOn(route, caller)](route));
  });

  test('a caller without access gets the same response as for a missing id', async () => {
    const tenant = tenantIn(route) ?? (isFound(route) ? namesIn(route)[0] : undefined) ?? 'none';
    for (const caller of CALLERS.filter((each) => verdictOn(route, each) === 'is hidden')) {
      const hidden = visible(await ask(route, caller));
      for (const owner of ['absent', 'malformed'] as const) {
        const named = { [tenant]: world.ids[tenant]?.[owner] ?? '' };
        expect(visible(await ask(route, caller, named)), `${caller}, ${owner}`).toEqual(hidden);
      }
    }
  });

  test.each(Object.entries(REMOVED) as [Caller, Caller][])('%s gets the response of: %s', async (removed, stranger) => {
    const sessions = [await world.sessionOf(removed), await world.sessionOf(stranger)] as const;
    expect(visible(await askBy(sessions[0], route))).toEqual(visible(await askBy(sessions[1], route)));
  });

  test('an id below the path of another owner gets the response of a missing id', async () => {
    const tenant = tenantIn(route);
    const below = namesIn(route).filter((name) => name !== tenant);
    const session = await world.sessionOf(whoMay(route));
    const body = route.body?.example === undefined ? {} : { body: route.body.example as object };
    for (const name of below) {
      const replies = [];
      for (const owner of strangersTo(route, name))
        replies.push(
          visible(
            await gateway.operate(requestOf(route, world, { [name]: world.ids[name]?.[owner] ?? '' }), {
              session,
              ...body,
            }),
          ),
        );
      expect(replies[0]?.status).toBe(404);
      for (const reply of replies) expect(reply).toEqual(replies[0]);
    }
  });
});
