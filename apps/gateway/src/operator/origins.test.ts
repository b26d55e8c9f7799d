/** Origins whose pages may read responses, over HTTP: who sets them, and how the audit log records that. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Allowed {
  readonly origins: readonly string[];
  readonly since: string | null;
}

let gateway: TestOperatorGateway;
let project: TestProject;
let session: string;

beforeAll(async () => void (gateway = await startTestOperatorGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  session = await gateway.memberSession(project.id, 'ADMIN');
});

const set = (origins: unknown, reason = 'a reason') =>
  gateway.operate<Allowed>(`PUT /projects/${project.id}/cors`, { session, body: { origins, reason } });
const show = () => gateway.operate<Allowed>(`GET /projects/${project.id}/cors`, { session });

test('no origin may read until one is set; each change is recorded with the previous list', async () => {
  expect((await show()).data).toEqual({ origins: [], since: null });
  const first = await set(['https://b.example', 'http://localhost:5173', 'https://b.example']);
  expect(first.data).toEqual({ origins: ['http://localhost:5173', 'https://b.example'], since: expect.any(String) });
  expect((await set(['https://b.example', 'http://localhost:5173'])).data).toEqual(first.data);
  await set(null, 'no pages any more');
  expect((await show()).data).toMatchObject({ origins: [] });
  type Entries = { readonly entries: readonly { readonly act: string }[] };
  const { data } = await gateway.operate<Entries>(`GET /projects/${project.id}/audit`, { session });
  expect(data.entries.filter(({ act }) => act === 'cors.set')).toMatchObject([
    {
      target: project.id,
      before: { origins: first.data.origins },
      after: { origins: [] },
      reason: 'no pages any more',
    },
    { target: project.id, before: { origins: [] }, after: { origins: first.data.origins } },
  ]);
});

test.each([
  '*',
  'null',
  'https://*.example',
  'app.example',
  'https://app.example/',
  'https://app.example:443',
  'https://App.example',
  'https://user@app.example',
  'ftp://app.example',
  'https://app.example https://b.example',
])('%s is refused, because it is not an origin', async (origin) => {
  const reply = await set(['https://b.example', origin]);
  expect([reply.status, reply.error.message]).toEqual([400, 'invalid_request']);
  expect((await show()).data.origins).toEqual([]);
});

test('a project may list twenty origins and no more', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `https://app-${at}.example`);
  expect((await set(many(21))).error.message).toBe('invalid_request');
  expect((await set(many(20))).data.origins).toHaveLength(20);
});
