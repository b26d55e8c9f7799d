/**
 * Every id in the query or body of an operator route × its owner: an id of another project gets the same bytes as one that
 * does not exist. The fields come from the schemas: a new text field must be an id of the test world or be listed as none;
 * otherwise the test fails.
 */
import { randomUUID } from 'node:crypto';
import { OPERATOR_ROUTES, type OperatorRoute } from '@farebox/contract';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Responded, startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { type TextField, textsOf } from './texts.fixture.ts';
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

/** Fields without ids: names that people choose, times, and names of the catalog or of an issuer. */
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
  'body.manifest',
  'body.tools.*',
  'body.tools.*.description',
  'body.tools.*.models.*',
  'body.tools.*.models.*.description',
  'query.from',
  'query.to',
  'query.month',
];
/**
 * Ids of the payment service, and cursors in lists across all projects. Only operators use these, and operators may see
 * every project.
 */
const NOBODYS = [
  ['listPaymentProblems', 'query.before'],
  ['verifyEveryAudit', 'query.before'],
  ['listReviews', 'query.before'],
  ['listTools', 'query.before'],
];

/** Name of the world's ids for this field, after its schema or its location. */
function nameOf({ at, schema: { $id = '' } }: TextField): string {
  return at === 'query.tool' ? 'tool' : $id.slice(0, 1).toLowerCase() + $id.slice(1);
}
/** All fields but those of the path, which the other matrix covers. */
const FIELDS = (Object.entries(OPERATOR_ROUTES) as [string, OperatorRoute][]).flatMap(([name, route]) =>
  textsOf({ ...route, params: {} }).map((field) => ({ name, route, at: field.at, id: nameOf(field) })),
);
const isNone = ({ name, at }: { readonly name: string; readonly at: string }): boolean =>
  NO_IDS.includes(at) || NOBODYS.some(([route, field]) => route === name && field === at);

test('every text field is an id of the test world or is known to be none', () => {
  expect(FIELDS.filter((each) => !isNone(each) && !(each.id in world.ids)).map(({ name, at }) => [name, at])).toEqual(
    [],
  );
  expect(NO_IDS.filter((at) => FIELDS.every((field) => field.at !== at))).toEqual([]);
});

/** An operator may see every project, unless the path names a project. */
const NAMING = FIELDS.filter((each) => !isNone(each)).filter(
  ({ route }) => route.access !== 'platform' || tenantIn(route) !== undefined,
);

/** An id that does not exist and sorts at the same position. */
const besides = (id: string): string => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');

/** Signed URLs and their expiries, which differ in each response. */
const SEALED = /[^"]*\/files\/[^"]+|(?<="expiresAt":")[^"]+|(?<="urlExpiresAt":")[^"]+/g;

const seen = (reply: Responded<unknown>, id: string) => {
  const { text, ...rest } = visible(reply);
  return { ...rest, text: text.replaceAll(id, 'the id').replaceAll(SEALED, 'an address') };
};

/** Ends the reviews of all projects, because only finished executions can be refunded. */
async function endReviews(): Promise<void> {
  const session = await world.sessionOf('an operator');
  for (const owner of ['own', 'sibling', 'foreign'] as const) {
    const path = `/projects/${world.ids['projectId']?.[owner]}/reviews/${world.ids['executionId']?.[owner]}/resolve`;
    const body = { resolution: 'verified_cost', verifiedCostMicros: 1, reason: 'it was delivered' };
    expect((await gateway.operate(`POST ${path}`, { session, body })).status).toBe(200);
  }
}

test.each(NAMING)('$name: $at shows nothing of other projects', async ({ name: routeName, route, at, id: name }) => {
  const ids = world.ids[name] as Ids;
  if (routeName === 'refundExecution') await endReviews();
  // Only operators refund executions, within the project of the path.
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
  // A page that starts at another cursor may have the same content.
  const own = at.startsWith('body.') ? await ask(ids.own) : 'not asked';
  expect(hidden).not.toContainEqual(own);
});

function withId({ body }: OperatorRoute, at: string, id: string): { readonly path: string; readonly body?: object } {
  const [kind, field = ''] = at.split('.');
  if (kind === 'query') return { path: `?${field}=${encodeURIComponent(id)}` };
  const { failedSince: _, ...example } = { ...(body?.example as Readonly<Record<string, unknown>>) }; // excludes an execution id
  const isList = field.endsWith('[]');
  const besidesId = isList ? { projectRole: 'MEMBER' } : {};
  return { path: '', body: { ...example, ...besidesId, [field.replace('[]', '')]: isList ? [id] : id } };
}
