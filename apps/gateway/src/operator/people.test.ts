import { randomUUID } from 'node:crypto';
import { lockChain } from '@farebox/audit-log';
import { Prisma } from '@farebox/db';
import { removePerson } from '@farebox/identity';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Person {
  readonly id: string;
  readonly subject: string;
  readonly role: string;
  readonly projects: readonly { projectId: string; memberId: string; role: string }[];
}
interface People {
  readonly members: readonly Person[];
  readonly nextBefore: string | null;
}
interface Entries {
  readonly entries: readonly { act: string; target: string; before: object; after: object; reason: string | null }[];
}

/** Timeout for changes that take up to a second, long enough for a slow machine. */
const SEEN = { timeout: 30_000, interval: 100 };
let gateway: TestOperatorGateway;
let project: TestProject;
let organizationId: string;
/** Session of an ADMIN of the organization and of the project. */
let admin: string;
let operator: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  admin = await gateway.memberSession(project.id, 'ADMIN');
  ({ organizationId } = await gateway.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } }));
});

const operate = <T = unknown>(request: string, body?: object, session = admin) =>
  gateway.operate<T>(request, { session, ...(body === undefined ? {} : { body }) });
const people = () => `/organizations/${organizationId}/members`;
const keyStatus = async (key: string) => (await gateway.call('GET /tools/project', { key })).status;

async function newPerson(role = 'MEMBER') {
  const subject = randomUUID();
  const { data } = await operate<Person>(`POST ${people()}`, { subject, name: 'Bob', role });
  return { ...data, session: () => gateway.session({ subject }) };
}

test('an ADMIN adds a person, assigns and changes roles and lists people, and every change is recorded', async () => {
  const bob = await newPerson();
  const path = `${people()}/${bob.id}/projects/${project.id}`;
  expect((await operate(`PUT ${path}`, { role: 'VIEWER' })).data).toMatchObject({ id: bob.id, role: 'VIEWER' });
  const given = `/projects/${project.id}/members/${bob.id}`;
  expect((await operate(`PUT ${given}`, { role: 'MEMBER', reason: 'builds' })).data).toMatchObject({ role: 'MEMBER' });
  expect((await operate(`PUT ${given}`, { role: 'MEMBER' })).status).toBe(200); // changes nothing, so it is not recorded
  const changed = await operate<Person>(`PUT ${people()}/${bob.id}`, { role: 'ADMIN', name: 'Robert' });
  expect(changed.data).toMatchObject({ role: 'ADMIN', name: 'Robert', projects: [{ role: 'MEMBER' }] });
  const { members } = (await operate<People>(`GET ${people()}`)).data;
  expect(members).toContainEqual(changed.data);
  const ofProject = (await operate<People>(`GET /projects/${project.id}/members`, undefined, await bob.session())).data;
  expect(ofProject.members).toContainEqual({ id: bob.id, subject: bob.subject, name: 'Robert', role: 'MEMBER' });

  const audit = await operate<Entries>(`GET /organizations/${organizationId}/audit`, undefined, operator);
  expect(audit.data.entries).toMatchObject([
    { act: 'member.change', target: bob.id, before: { role: 'MEMBER' }, after: { role: 'ADMIN' } },
    { act: 'member.give_role', before: { role: 'VIEWER' }, after: { role: 'MEMBER' }, reason: 'builds' },
    { act: 'member.give_role', before: null, after: { projectId: project.id, role: 'VIEWER' } },
    { act: 'member.add', before: null, after: { subject: bob.subject, role: 'MEMBER' } },
  ]);
  const here = (await operate<Entries>(`GET /projects/${project.id}/audit`)).data.entries;
  expect(here.map(({ act }) => act)).toEqual(['member.give_role', 'member.give_role']);
});

test('a member sees the other members and cannot change them; a stranger sees none', async () => {
  const bob = await newPerson();
  const session = await bob.session();
  expect((await operate<People>(`GET ${people()}`, undefined, session)).data.members).toHaveLength(2);
  const stranger = await gateway.memberSession((await gateway.newProject()).id, 'ADMIN');
  const absent = (await operate(`GET /organizations/${newId('organization')}/members`)).text;
  const acts = [
    [`POST ${people()}`, { subject: 's', name: 'n', role: 'ADMIN' }],
    [`PUT ${people()}/${bob.id}`, { role: 'ADMIN' }],
    [`POST ${people()}/${bob.id}/remove`, {}],
    [`PUT ${people()}/${bob.id}/projects/${project.id}`, { role: 'ADMIN' }],
  ] as const;
  for (const [request, body] of acts) {
    expect((await operate(request, body, session)).error.message, request).toBe('project_permission_required');
    expect((await operate(request, body, stranger)).text, request).toBe(absent);
  }
  expect((await operate(`GET ${people()}`, undefined, stranger)).text).toBe(absent);
  expect((await operate<People>(`GET ${people()}`, undefined, operator)).data.members).toHaveLength(2);
});

test('people and projects cannot be reached through another organization', async () => {
  const bob = await newPerson();
  const other = await gateway.newProject();
  const theirs = await gateway.memberSession(other.id, 'ADMIN');
  const stranger = await gateway.database.prisma.member.findFirstOrThrow({ where: { projectId: other.id } });
  const requests = [
    [`PUT ${people()}/${stranger.id}`, { name: 'x' }],
    [`POST ${people()}/${stranger.id}/remove`, {}],
    [`PUT ${people()}/${bob.id}/projects/${other.id}`, { role: 'ADMIN' }],
    [`PUT /projects/${project.id}/members/${stranger.id}`, { role: 'ADMIN' }],
    [`POST /projects/${project.id}/members/${stranger.id}/remove`, {}],
    [`PUT ${people()}/${newId('member')}`, { name: 'x' }],
  ] as const;
  for (const [request, body] of requests) {
    const absent = request.replace(stranger.id, newId('member')).replace(other.id, newId('project'));
    const { status, text } = await operate(request, body);
    expect([status, text], request).toEqual([404, (await operate(absent, body)).text]);
  }
  expect((await operate(`GET /projects/${other.id}/members`, undefined, theirs)).status).toBe(200);
});

test.each([
  { subject: '', name: 'n', role: 'MEMBER' },
  { subject: 's'.repeat(501), name: 'n', role: 'MEMBER' },
  { subject: 's', name: '', role: 'MEMBER' },
  { subject: 's', name: 'n', role: 'OWNER' },
  { subject: 's', name: 'n' },
  { subject: 's', name: 'n', role: 'MEMBER', reason: '' },
])('a person with wrong fields is refused: %j', async (body) => {
  expect((await operate(`POST ${people()}`, body)).error.message).toBe('invalid_request');
});

describe('a removed person', () => {
  test('loses access by session and by key, and old sessions stay invalid after rejoining', async () => {
    const bob = await newPerson('ADMIN');
    const request = `PUT ${people()}/${bob.id}/projects/${project.id}`;
    await operate(request, { role: 'ADMIN' });
    const session = await bob.session();
    const seen = async (by: string) => [
      (await operate(`GET /projects/${project.id}/keys`, undefined, by)).status,
      (await operate(`GET ${people()}`, undefined, by)).status,
    ];
    const issued = await operate<{ token: string; key: { id: string } }>(
      `POST /projects/${project.id}/keys`,
      { name: 'ci', scopes: ['project:read'] },
      session,
    );
    expect([await seen(session), await keyStatus(issued.data.token)]).toEqual([[200, 200], 200]);

    const removal = await operate(`POST ${people()}/${bob.id}/remove`, { reason: 'has left' });
    expect(removal.data).toEqual({ memberId: bob.id, endedKeys: [issued.data.key.id], seenKeys: [] });
    expect(await seen(session)).toEqual([404, 404]);
    await expect.poll(() => keyStatus(issued.data.token), SEEN).toBe(401);
    expect((await operate(`POST ${people()}/${bob.id}/remove`, {})).status).toBe(404);

    await operate(`POST ${people()}`, { subject: bob.subject, name: 'Bob', role: 'ADMIN' });
    await operate(request, { role: 'ADMIN' });
    expect(await seen(session)).toEqual([404, 404]);
    await expect.poll(async () => await seen(await bob.session()), SEEN).toEqual([200, 200]);
    expect(await seen(session)).toEqual([404, 404]);
    expect(await keyStatus(issued.data.token)).toBe(401);
  });

  test('may leave keys that they know only if somebody else keeps them, and the audit log names these', async () => {
    const bob = await newPerson('ADMIN');
    await operate(`PUT ${people()}/${bob.id}/projects/${project.id}`, { role: 'ADMIN' });
    const [me] = (await operate<People>(`GET ${people()}`)).data.members.filter(({ id }) => id !== bob.id);
    const owner = me?.projects.find(({ projectId }) => projectId === project.id)?.memberId;
    const session = await bob.session();
    const issued = await operate<{ token: string; key: { id: string } }>(
      `POST /projects/${project.id}/keys`,
      { name: 'production', scopes: ['project:read'], memberId: owner },
      session,
    );
    const keyId = issued.data.key.id;
    const removing = `POST ${people()}/${bob.id}/remove`;
    const own = await operate(removing, { seenKeys: 'keep' }, session);
    expect([own.status, own.error.details]).toEqual([
      400,
      { fields: { '/seenKeys': 'only somebody else can keep the keys that you know' } },
    ]);
    const removal = await operate(removing, { seenKeys: 'keep' });
    const seen = { projectId: project.id, keyId, name: 'production', memberId: owner };
    expect(removal.data).toEqual({ memberId: bob.id, endedKeys: [], seenKeys: [seen] });
    expect(await keyStatus(issued.data.token)).toBe(200);
    const audit = await operate<{ entries: object[] }>(
      `GET /organizations/${organizationId}/audit?limit=1`,
      undefined,
      await gateway.session({ isOperator: true }),
    );
    expect(audit.data.entries).toMatchObject([{ act: 'member.remove', before: { keys: [], knownKeys: [keyId] } }]);
  });

  test('cannot complete a request that was allowed and still waited for a lock', async () => {
    const bob = await newPerson('ADMIN');
    const session = await bob.session();
    let late: Promise<{ readonly status: number }> | undefined;
    await gateway.database.transaction(async (transaction) => {
      await lockChain(transaction, organizationId);
      late = operate(`POST ${people()}`, { subject: randomUUID(), name: 'x', role: 'ADMIN' }, session);
      const waiting = Prisma.sql`SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await gateway.database.rows(waiting)).length, SEEN).toBeGreaterThan(0);
      await removePerson(transaction, { organizationId, memberId: bob.id, actorSubject: 'ann' });
    });
    expect((await late)?.status).toBe(404);
    expect((await operate<People>(`GET ${people()}`)).data.members).toHaveLength(1);
  });

  test('is never the last ADMIN', async () => {
    const [me] = (await operate<People>(`GET ${people()}`)).data.members;
    const here = `/projects/${project.id}/members/${me?.id}`;
    const requests = [
      [`POST ${people()}/${me?.id}/remove`, {}],
      [`PUT ${people()}/${me?.id}`, { role: 'MEMBER' }],
      [`POST ${here}/remove`, {}],
      [`PUT ${here}`, { role: 'VIEWER' }],
    ] as const;
    for (const [request, body] of requests) {
      const reply = await operate(request, body);
      expect([request, reply.status, reply.error.message]).toEqual([request, 400, 'last_admin']);
    }
  });
});

test('people are listed by pages', async () => {
  for (let count = 0; count < 2; count++) await newPerson();
  const all = (await operate<People>(`GET ${people()}`)).data.members;
  const first = (await operate<People>(`GET ${people()}?limit=2`)).data;
  const rest = (await operate<People>(`GET ${people()}?limit=2&before=${first.nextBefore}`)).data;
  expect([...first.members, ...rest.members]).toEqual(all);
  expect(rest.nextBefore).toBeNull();
});
