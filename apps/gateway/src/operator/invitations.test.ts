import { randomUUID } from 'node:crypto';
import { newId } from '@farebox/kernel';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Invitation {
  readonly id: string;
  readonly state: string;
}
interface Created {
  readonly code: string | null;
  readonly invitation: Invitation;
}
interface Person {
  readonly id: string;
  readonly subject: string;
}

const REFUSED = /constraint/;
let gateway: TestOperatorGateway;
let project: TestProject;
let organizationId: string;
let adminSubject: string;
/** Session of an ADMIN of the organization. */
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
  const { prisma } = gateway.database;
  ({ organizationId } = await prisma.project.findUniqueOrThrow({ where: { id: project.id } }));
  adminSubject = (await prisma.organizationMember.findFirstOrThrow({ where: { organizationId, role: 'ADMIN' } }))
    .subject;
});

const operate = <T = unknown>(request: string, body?: object, session = admin) =>
  gateway.operate<T>(request, { session, ...(body === undefined ? {} : { body }) });
const path = () => `/organizations/${organizationId}/invitations`;
const invite = async (fields: object = {}, session = admin) =>
  await operate<Created>(`POST ${path()}`, { name: 'Bob', role: 'MEMBER', ...fields }, session);
const codeOf = async (fields: object = {}, session = admin): Promise<string> =>
  (await invite(fields, session)).data.code ?? '';
const accept = async (code: string, { subject = randomUUID(), ...fields }: { subject?: string; name?: string } = {}) =>
  await operate<Person>('POST /invitations/accept', { code, ...fields }, await gateway.session({ subject }));
const people = async () =>
  (await operate<{ members: Person[] }>(`GET /organizations/${organizationId}/members`)).data.members;
const acts = async () =>
  (
    await operate<{ entries: { act: string; actor: object; target: string; after: object }[] }>(
      `GET /organizations/${organizationId}/audit`,
      undefined,
      operator,
    )
  ).data.entries;
const listed = async () =>
  (await operate<{ invitations: Invitation[]; nextBefore: string | null }>(`GET ${path()}`)).data.invitations;

test('a person with the code joins with the intended roles, and everything is recorded', async () => {
  const made = await invite({ projectIds: [project.id], projectRole: 'MEMBER', reason: 'builds' });
  const { code, invitation } = made.data;
  expect(invitation).toMatchObject({ state: 'open', name: 'Bob', createdBy: adminSubject, acceptedAt: null });
  const subject = randomUUID();
  const joined = await accept(code ?? '', { subject, name: 'Robert' });
  expect(joined.data).toMatchObject({
    subject,
    name: 'Robert',
    role: 'MEMBER',
    projects: [{ projectId: project.id, role: 'MEMBER' }],
  });
  expect(await people()).toContainEqual(joined.data);
  const theirs = await operate(`GET /projects/${project.id}`, undefined, await gateway.session({ subject }));
  expect(theirs.data).toMatchObject({ id: project.id, role: 'MEMBER' });
  expect(await listed()).toMatchObject([{ id: invitation.id, state: 'accepted', acceptedBy: subject }]);
  expect(await acts()).toMatchObject([
    { act: 'invitation.accept', actor: { kind: 'member', subject }, target: invitation.id, after: { subject } },
    { act: 'invitation.create', actor: { kind: 'member', subject: adminSubject }, reason: 'builds' },
  ]);
});

test('the code is returned once and stored nowhere', async () => {
  const body = { name: 'Bob', role: 'MEMBER' };
  const request = { session: admin, body, headers: { 'Idempotency-Key': 'one-invitation' } };
  const first = await gateway.operate<Created>(`POST ${path()}`, request);
  const again = await gateway.operate<Created>(`POST ${path()}`, request);
  expect(first.data.code).toMatch(/^fbinv_/);
  expect(again.data).toEqual({ ...first.data, code: null });
  expect(await listed()).toEqual([first.data.invitation]);
  const { prisma } = gateway.database;
  const everything = [await prisma.invitation.findMany({ where: { organizationId } }), await acts()];
  const secret = first.data.code?.split('_')[2] ?? '';
  expect(secret).toHaveLength(28);
  expect(JSON.stringify(everything)).not.toContain(secret);
});

test('only one of several people with the code joins, and a repeated request of that person succeeds', async () => {
  const code = await codeOf();
  const subjects = Array.from({ length: 6 }, () => randomUUID());
  const replies = await Promise.all(subjects.map((subject) => accept(code, { subject })));
  const joined = replies.filter(({ status }) => status === 200);
  expect(joined).toHaveLength(1);
  for (const { status, error } of replies.filter((reply) => reply.status !== 200))
    expect([status, error.message]).toEqual([404, 'invitation_not_usable']);
  const subject = joined[0]?.data.subject ?? '';
  const again = await Promise.all([accept(code, { subject }), accept(code, { subject })]);
  expect(again.map(({ data }) => data)).toEqual([joined[0]?.data, joined[0]?.data]);
  expect((await people()).filter((person) => subjects.some((each) => each === person.subject))).toHaveLength(1);
  expect((await acts()).filter(({ act }) => act === 'invitation.accept')).toHaveLength(1);
});

/** Changes an invitation while bypassing the triggers that protect it. */
async function altered(code: string, to: string): Promise<string> {
  const update = `UPDATE invitation SET ${to} WHERE public_id = '${code.split('_')[1]}'`;
  await runSql(gateway.databaseUrl, 'SET session_replication_role = replica', update);
  return code;
}
const aged = (code: string) =>
  altered(code, `created_at = created_at - interval '6 days', expires_at = expires_at - interval '7 days 1 second'`);

describe('every unusable code gets the same response:', () => {
  const unusable: Readonly<Record<string, () => Promise<string>>> = {
    'no code': async () => 'nonsense',
    'a typo': async () => `${(await codeOf()).slice(0, -1)}!`,
    'another secret': async () => altered(await codeOf(), `secret_hmac = sha256(secret_hmac)`),
    'a used code': async () => {
      const code = await codeOf();
      expect((await accept(code)).status).toBe(200);
      return code;
    },
    'a revoked code': async () => {
      const { code, invitation } = (await invite()).data;
      const revoked = await operate<Invitation>(`POST ${path()}/${invitation.id}/revoke`, { reason: 'a mistake' });
      expect(revoked.data.state).toBe('revoked');
      expect((await operate<Invitation>(`POST ${path()}/${invitation.id}/revoke`)).data).toEqual(revoked.data);
      return code ?? '';
    },
    'an expired code': async () => {
      const code = await aged(await codeOf());
      expect(await listed()).toMatchObject([{ state: 'expired' }]);
      return code;
    },
    'a code for another person': () => codeOf({ subject: randomUUID() }),
    'a code from a removed ADMIN': async () => {
      const subject = randomUUID();
      const session = await gateway.session({ subject });
      const left = await operate<Person>(`POST /organizations/${organizationId}/members`, {
        subject,
        name: 'Eve',
        role: 'ADMIN',
      });
      const code = await codeOf({ role: 'ADMIN' }, session);
      const removal = `POST /organizations/${organizationId}/members/${left.data.id}/remove`;
      expect((await operate(removal)).status).toBe(200);
      expect((await accept(code, { subject })).error.message).toBe('invitation_not_usable'); // not for the removed ADMIN either
      await operate(`POST /organizations/${organizationId}/members`, { subject, name: 'Eve', role: 'ADMIN' });
      return code;
    },
  };
  test.each(Object.entries(unusable))('%s', async (_, make) => {
    const code = await make();
    const before = await people();
    const [reply, wrong] = [await accept(code), await accept('fbinv_0')];
    expect([reply.status, reply.error.message]).toEqual([404, 'invitation_not_usable']);
    expect({ ...reply.error, requestId: '' }).toEqual({ ...wrong.error, requestId: '' });
    expect(await people()).toEqual(before);
  });
});

test('the person for whom a code was made can use it', async () => {
  const subject = randomUUID();
  expect((await accept(await codeOf({ subject }), { subject })).status).toBe(200);
});

test('a person who is a member already keeps the role, and the code stays usable', async () => {
  const code = await codeOf();
  const reply = await accept(code, { subject: adminSubject });
  expect(reply.error).toMatchObject({
    message: 'invalid_request',
    details: { fields: { '/code': expect.any(String) } },
  });
  expect((await people()).find(({ subject }) => subject === adminSubject)).toMatchObject({ role: 'ADMIN' });
  expect((await accept(code)).status).toBe(200);
});

test('a removed person can rejoin by an invitation, and needs a session from after the removal', async () => {
  const subject = randomUUID();
  const session = await gateway.session({ subject });
  const first = await accept(await codeOf(), { subject });
  await operate(`POST /organizations/${organizationId}/members/${first.data.id}/remove`);
  expect((await operate<Person>('POST /invitations/accept', { code: await codeOf() }, session)).data.id).toBe(
    first.data.id,
  );
  expect((await operate(`GET /organizations/${organizationId}/members`, undefined, session)).status).toBe(404);
});

test('an invitation with a project of another organization or with incomplete fields is refused', async () => {
  const other = await gateway.newProject();
  for (const fields of [
    { projectIds: [other.id], projectRole: 'ADMIN' },
    { projectIds: [newId('project')], projectRole: 'ADMIN' },
    { projectIds: [project.id] },
    { projectRole: 'ADMIN' },
    { days: 8 },
    { role: 'OWNER' },
  ])
    expect((await invite(fields)).error.message, JSON.stringify(fields)).toBe('invalid_request');
  expect(await listed()).toEqual([]);
  const member = await accept(await codeOf());
  const theirs = await gateway.session({ subject: member.data.subject });
  expect((await invite({}, theirs)).error.message).toBe('project_permission_required');
});

test('the number of open invitations of an organization is bounded', async () => {
  const { invitation } = (await invite()).data;
  await gateway.database.prisma.$executeRaw`
    INSERT INTO invitation (organization_id, id, public_id, secret_hmac, name, role, project_ids, created_by_kind, created_by, expires_at)
    SELECT organization_id, id || n, public_id || n, secret_hmac, name, role, project_ids, created_by_kind, created_by, expires_at
      FROM invitation, generate_series(1, 99) AS n WHERE organization_id = ${organizationId}`;
  expect((await invite()).error.message).toBe('invalid_request');
  await operate(`POST ${path()}/${invitation.id}/revoke`);
  expect((await invite()).status).toBe(200);
});

test('the database lets an invitation end once, for its person and in time, and allows no other change', async () => {
  const { code, invitation } = (await invite({ subject: 'ann' })).data;
  const { invitation: row } = gateway.database.prisma;
  const where = { organizationId_id: { organizationId, id: invitation.id } };
  const now = new Date();
  for (const data of [
    { role: 'ADMIN' },
    { expiresAt: now },
    { acceptedAt: now, acceptedBy: 'eve' },
    { acceptedAt: now },
    { acceptedAt: new Date(now.getTime() + 8 * 86_400_000), acceptedBy: 'ann' },
    { acceptedAt: now, acceptedBy: 'ann', revokedAt: now },
  ])
    await expect(row.update({ where, data }), JSON.stringify(data)).rejects.toThrow(REFUSED);
  expect((await accept(code ?? '', { subject: 'ann' })).status).toBe(200);
  for (const data of [{ acceptedBy: 'eve' }, { acceptedAt: null, acceptedBy: null }, { revokedAt: now }])
    await expect(row.update({ where, data }), JSON.stringify(data)).rejects.toThrow(REFUSED);
});
