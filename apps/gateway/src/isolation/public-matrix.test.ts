/**
 * Every route of the API × every kind of key × every name of another project's things, one by one and together. Types and
 * schemas make it complete: a new route or field is covered or fails. A hidden thing gets the same bytes as a missing one.
 */
import { type Catalog, ROUTES, type Route, type RouteName, roleAllows, SCOPES } from '@farebox/contract';
import { createProject, revokeKey, setExecutionEnabled } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectOf, type Reply, type TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { newRunner } from '../testing/runs.fixture.ts';
import {
  type Name,
  type Named,
  namesOf,
  NOBODYS,
  unfilledFields,
  type PublicRequest,
  REQUESTS,
} from './public-requests.fixture.ts';
import { visible } from './requests.fixture.ts';
import { type Tenant, newTenant } from './tenants.fixture.ts';

let gateway: TestOperatorGateway;
let own: TestProject;
let theirs: Named;
let nobodys: Named;
/** Other projects, with their own things of every kind. */
let strangers: Readonly<Record<(typeof STRANGERS)[number], Tenant>>;
const STRANGERS = ['another organization', 'another project of the organization'] as const;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  own = await gateway.newProject();
  const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: own.id } });
  const sibling = await createProject(gateway.database, { organizationId, name: 'Sibling' });
  await topUp(gateway.database, { projectId: sibling, amountMicros: micros(1_000_000), reference: 'of the matrix' });
  const tenants = [await gateway.newProject(), projectOf(gateway.database, sibling), await gateway.newProject(), own];
  const names = ['mine', 'mine', 'bystander', 'theirs'];
  const [foreign, near, bystander, tenant] = (await Promise.all(
    tenants.map((project, index) => newTenant(gateway, project, names[index] ?? '')),
  )) as [Tenant, Tenant, Tenant, Tenant];
  strangers = { 'another organization': foreign, 'another project of the organization': near };
  theirs = tenant.named;
  nobodys = { ...NOBODYS, positionId: bystander.named.positionId };
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const ask = ({ request, json, headers = {} }: PublicRequest, key: string | undefined): Promise<Reply<unknown>> =>
  gateway.call(request, { key, headers, ...(json === undefined ? {} : { json }) });

const NO_KEYS: Readonly<Record<string, () => Promise<string | undefined>>> = {
  'no key': async () => undefined,
  nonsense: async () => 'nonsense',
  'a session': () => gateway.session({ isOperator: true }),
  'a revoked key': async () => {
    const { token, keyId } = await own.newKey();
    await revokeKey(gateway, { projectId: own.id, keyId });
    return token;
  },
  "a removed member's key": async () => {
    await own.newKey({ role: 'ADMIN' }); // the project keeps another ADMIN
    const { token, keyId } = await own.newKey({ role: 'ADMIN' });
    const { memberId } = await gateway.database.prisma.apiKey.findFirstOrThrow({
      where: { projectId: own.id, id: keyId },
    });
    const request = { session: await gateway.session({ isOperator: true }), body: {} };
    const removal = await gateway.operate(`POST /projects/${own.id}/members/${memberId}/remove`, request);
    expect(removal.status, removal.text).toBe(200);
    return token;
  },
  'a runner key': async () => (await newRunner(gateway)).token,
  'an expired key': async () => (await own.newKey({ expiresAt: new Date(Date.now() - 1_000) })).token,
};

/** Each name alone, and all together if there are several. */
const swaps = (names: readonly Name[]): readonly (readonly Name[])[] => [
  ...names.map((name) => [name]),
  ...(names.length > 1 ? [names] : []),
];
const picked = (named: Named, names: readonly Name[]): Partial<Named> =>
  Object.fromEntries(names.map((name) => [name, named[name]] as const));

test('the matrix covers every field of a request that can name something of a project', () => {
  const unasked = (Object.keys(ROUTES) as RouteName[]).map((name) => [name, unfilledFields(name)] as const);
  expect(unasked.filter(([, fields]) => fields.length > 0)).toEqual([]);
});

describe.each(Object.entries(ROUTES) as [RouteName, Route][])('%s', (name, { scope }) => {
  test.each(Object.entries(NO_KEYS))('%s gets invalid_api_key and reveals nothing', async (_, make) => {
    const key = await make();
    for (const naming of REQUESTS[name]) {
      const [hidden, absent] = [await ask(naming(theirs), key), await ask(naming(nobodys), key)];
      expect(hidden.error.message).toBe('invalid_api_key');
      expect(visible(hidden)).toEqual(visible(absent));
    }
  });

  test.each(STRANGERS)('a key of %s sees nothing of the project, by one name or by all', async (stranger) => {
    const { named: mine, key } = strangers[stranger];
    for (const naming of REQUESTS[name])
      for (const names of swaps(namesOf(naming))) {
        const asked = (whose: Named) => naming({ ...mine, ...picked(whose, names) });
        const [hidden, absent] = [await ask(asked(theirs), key), await ask(asked(nobodys), key)];
        expect(visible(hidden), names.join()).toEqual(visible(absent));
      }
  });

  test('a key without the scope, of a VIEWER or of a switched-off project cannot write', async () => {
    const [naming] = REQUESTS[name] as [(typeof REQUESTS)[RouteName][number]];
    const scopes = SCOPES.filter((each) => each !== scope);
    const unscoped = await ask(naming(theirs), (await own.newKey({ scopes, role: 'ADMIN' })).token);
    expect(unscoped.error.message).toBe('platform_api_key_scope_required');
    const off = await gateway.newProject();
    await setExecutionEnabled(gateway.database, off.id, false);
    const keys = [(await own.newKey({ role: 'VIEWER' })).token, (await off.newKey({ role: 'ADMIN' })).token];
    for (const key of keys) {
      const reply = await ask(naming(theirs), key);
      const isRefused = reply.status >= 400 && reply.error.message === 'project_permission_required';
      expect(isRefused).toBe(!roleAllows(scope, { role: 'VIEWER', projectEnabled: true }));
    }
  });
});

/** Routes without a name in the request: they list the things of the key's project. */
const LISTS = Object.entries(ROUTES)
  .filter(([name, { method, path }]) => method === 'GET' && !path.includes('{') && name !== 'streamExecutions')
  .map(([, { path }]) => path);

test.each(STRANGERS)('the lists of %s contain nothing of the project', async (stranger) => {
  const texts = Object.values(theirs).flatMap((text) => [JSON.stringify(text), JSON.stringify(`@${text}`)]);
  const named = async (key: string) => {
    const replies = await Promise.all(LISTS.map((path) => ask({ request: `GET ${path}` }, key)));
    expect(replies.map(({ status }) => status)).toEqual(LISTS.map(() => 200));
    return texts.filter((text) => replies.some((reply) => reply.text.includes(text)));
  };
  expect(await named(strangers[stranger].key)).toEqual([]);
  expect(await named((await own.newKey()).token)).toEqual(
    expect.arrayContaining([theirs.executionId, theirs.batchId, `@${theirs.template}`].map((id) => JSON.stringify(id))),
  );
});

/** Routes that can be requested for the caller's own things without changing them. */
const READ: readonly RouteName[] = [
  'createQuote',
  'createExecution',
  'getExecution',
  'streamExecution',
  'readExecutions',
  'downloadArtifact',
  'createBatchQuote',
  'createBatch',
  'getBatch',
  'streamBatch',
  'getBatchResults',
  'getTemplate',
  'getTemplateVersion',
];

test.each(READ)("%s responds differently for the caller's own things", async (name) => {
  const { named: mine, key } = strangers['another organization'];
  for (const naming of REQUESTS[name])
    expect(visible(await ask(naming(mine), key))).not.toEqual(visible(await ask(naming(theirs), key)));
});

test.each(STRANGERS)('a file is hidden from %s in every argument of every tool', async (stranger) => {
  const { named: mine, key } = strangers[stranger];
  const { tools } = (await gateway.call<Catalog>('GET /tools', { key })).data;
  const examples = tools.filter(({ example }) => JSON.stringify(example).includes('file_sample_'));
  expect(examples.length).toBeGreaterThan(10);
  const FILES = /file_sample_\w+/g;
  for (const { name: tool, example } of examples) {
    const text = JSON.stringify(example);
    const offsets = [...text.matchAll(FILES)].map(({ index }) => index);
    const quoteWith = (id: string, at: number | null) => {
      const args = text.replaceAll(FILES, (found, offset: number) => (at === null || at === offset ? id : found));
      return ask({ request: 'POST /tools/quote', json: { tool, arguments: JSON.parse(args) as object } }, key);
    };
    for (const at of [...offsets, null]) {
      const [hidden, absent] = [await quoteWith(theirs.fileId, at), await quoteWith(nobodys.fileId, at)];
      expect([tool, hidden.error.message]).toEqual([tool, 'file_not_usable']);
      expect(visible(hidden)).toEqual(visible(absent));
      expect(visible(await quoteWith(mine.fileId, at))).not.toEqual(visible(absent));
    }
  }
});
