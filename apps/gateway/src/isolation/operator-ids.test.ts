/**
 * Every id that the query or the body of a route of the operator API can name × whose it is: what is of another project answers byte for byte like what
 * does not exist. Read from the schemas: a new place for a text is an id of the world, or is said to be none, or fails.
 */
import { randomUUID } from 'node:crypto';
import { OPERATOR_ROUTES, type OperatorRoute } from '@farebox/contract';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Responded, startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { type Place, textsOf } from './texts.fixture.ts';
import { createWorld, type Ids, type World } from './world.fixture.ts';
import { type Named, requestOf, strangersTo, tenantIn, visible, whoMay } from './requests.fixture.ts';

let gateway: TestOperatorGateway;
let world: World;
beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  world = await createWorld(gateway);
  await runSql(
    gateway.databaseUrl,
    `INSERT INTO webhook_delivery (project_id, endpoint_id, execution_id, event, next_at)
     SELECT w.project_id, w.id, e.id, 'execution.failed', NULL FROM webhook_endpoint AS w JOIN execution AS e USING (project_id)`,
  );
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

/** By place: what people call things by, times, and what the catalog or an issuer names. */
const NO_IDS: readonly string[] = [
  'body.reason',
  'body.name',
  'body.subject',
  'body.adminSubject',
  'body.adminName',
  'body.reference',
  'body.code',
  'body.url',
  'body.origins[]',
  'body.effectiveAt',
  'body.expiresAt',
  'body.failedSince',
  'body.unitChanges[]',
  'body.tools.*',
  'body.tools.*.description',
  'body.tools.*.models.*',
  'body.tools.*.models.*.description',
  'query.from',
  'query.to',
  'query.month',
];
/** Of the payment service, and places in lists across all projects: for operators, to whom nobody is a stranger. */
const NOBODYS = [
  ['listPaymentProblems', 'query.before'],
  ['verifyEveryAudit', 'query.before'],
  ['listReviews', 'query.before'],
];

/** Which ids of the world stand there: as the schema is called, or the place. */
function nameOf({ at, schema: { $id = '' } }: Place): string {
  return at === 'query.tool' ? 'tool' : $id.slice(0, 1).toLowerCase() + $id.slice(1);
}
/** Of a path the other matrix asks. */
const PLACES = (Object.entries(OPERATOR_ROUTES) as [string, OperatorRoute][]).flatMap(([name, route]) =>
  textsOf({ ...route, params: {} }).map((place) => ({ name, route, place, at: place.at, id: nameOf(place) })),
);
const isNone = ({ name, at }: { readonly name: string; readonly at: string }): boolean =>
  NO_IDS.includes(at) || NOBODYS.some(([route, place]) => route === name && place === at);

test('every place for a text is an id of the world, or known to be none', () => {
  expect(PLACES.filter((each) => !isNone(each) && !(each.id in world.ids)).map(({ name, at }) => [name, at])).toEqual(
    [],
  );
  expect(NO_IDS.filter((at) => PLACES.every((place) => place.at !== at))).toEqual([]);
});

/** For whoever operates the platform nobody is a stranger, unless the path says whose it is. */
const NAMING = PLACES.filter((each) => !isNone(each)).filter(
  ({ route }) => route.access !== 'platform' || tenantIn(route) !== undefined,
);

/** One that nobody has, in the same place of every order. */
const besides = (id: string): string => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');

/** No two addresses of a file are alike. */
const SEALED = /[^"]*\/files\/[^"]+|(?<="expiresAt":")[^"]+|(?<="urlExpiresAt":")[^"]+/g;

const seen = (reply: Responded<unknown>, id: string) => {
  const { text, ...rest } = visible(reply);
  return { ...rest, text: text.replaceAll(id, 'the id').replaceAll(SEALED, 'an address') };
};

/** Only what has ended can be given back: everybody's review does. */
async function endReviews(): Promise<void> {
  const session = await world.sessionOf('an operator');
  for (const owner of ['own', 'sibling', 'foreign'] as const) {
    const place = `/projects/${world.ids['projectId']?.[owner]}/reviews/${world.ids['executionId']?.[owner]}/resolve`;
    const body = { resolution: 'verified_cost', verifiedCostMicros: 1, reason: 'it was delivered' };
    expect((await gateway.operate(`POST ${place}`, { session, body })).status).toBe(200);
  }
}

test.each(NAMING)('$name at $at tells nothing of another project', async ({ name: routeName, route, at, id: name }) => {
  const ids = world.ids[name] as Ids;
  if (routeName === 'refundExecution') await endReviews();
  // Money is given back by operators alone, of what is in the project.
  const session = await world.sessionOf(at === 'body.executionId' ? 'an operator' : whoMay(route));
  const ask = async (id: string) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const { path, body } = withId(route, at, id);
    const request = requestOf(route, world, {} satisfies Named) + path;
    return seen(await gateway.operate(request, { session, headers, ...(body === undefined ? {} : { body }) }), id);
  };
  const strangers = strangersTo(route, name).filter((owner) => owner === 'sibling' || owner === 'foreign');
  expect(strangers).toContain('foreign');
  const hidden = [];
  for (const owner of strangers.filter((each) => ids[each] !== ids.own)) {
    hidden.push(await ask(ids[owner]));
    expect(hidden.at(-1), owner).toEqual(await ask(besides(ids[owner])));
  }
  // A page that begins elsewhere may be the same page.
  const own = at.startsWith('body.') ? await ask(ids.own) : 'not asked';
  expect(hidden).not.toContainEqual(own);
});

function withId({ body }: OperatorRoute, at: string, id: string): { readonly path: string; readonly body?: object } {
  const [kind, field = ''] = at.split('.');
  if (kind === 'query') return { path: `?${field}=${encodeURIComponent(id)}` };
  const { failedSince: _, ...example } = { ...(body?.example as Readonly<Record<string, unknown>>) }; // or an execution
  const isList = field.endsWith('[]');
  const besidesId = isList ? { projectRole: 'MEMBER' } : {};
  return { path: '', body: { ...example, ...besidesId, [field.replace('[]', '')]: isList ? [id] : id } };
}
