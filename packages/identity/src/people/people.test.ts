import { type Database, Prisma, type Transaction } from '@farebox/db';
import { micros, newId } from '@farebox/kernel';
import { openTestDatabase, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPerson,
  changePerson,
  createKeyDirectory,
  createProject,
  findPersonBySubject,
  giveRole,
  issueKey,
  listPeople,
  openProject,
  removePerson,
  rotateKey,
  takeRole,
} from '../index.ts';

const pepper = 'a-pepper-of-at-least-32-characters';
const actorSubject = 'ann';
let server: TestDatabase;
let database: Database;
let organizationId: string;
let projectId: string;
/** The first ADMIN of both. */
let ann: string;

beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 6, applicationName: 'people-test' });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(async () => {
  ({
    organizationId,
    projectId,
    memberId: ann,
  } = await openProject(
    { database, pepper },
    {
      organization: 'O',
      name: 'P',
      admin: { subject: actorSubject, name: 'Ann' },
      balanceMicros: micros(0n),
      environment: 'test',
      key: { name: 'k' },
    },
  ));
});

const act = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => database.transaction(work);

async function newPerson(subject: string, role: 'ADMIN' | 'MEMBER' = 'MEMBER') {
  const person = await act((transaction) => addPerson(transaction, { organizationId, subject, name: subject, role }));
  if (person === null) throw new Error('no organization');
  return person;
}
const give = (memberId: string, role: 'ADMIN' | 'MEMBER' | 'VIEWER', id = projectId) =>
  act((transaction) => giveRole(transaction, { projectId: id, memberId, role }));
const take = (memberId: string) => act((transaction) => takeRole(transaction, { projectId, memberId, actorSubject }));
const remove = (memberId: string) =>
  act((transaction) => removePerson(transaction, { organizationId, memberId, actorSubject }));
const issue = (memberId: string) =>
  issueKey({ database, pepper }, { projectId, memberId, name: 'k', scopes: ['tools:read'] });
const find = (token: string) => createKeyDirectory({ database, pepper }).find(token);
const subjects = async () =>
  (await listPeople(database, { organizationId, limit: 10 })).map(({ subject }) => subject).sort();

/** Waits until a statement waits for a lock: all earlier statements have then progressed as far as they can. */
async function untilSomebodyWaits(): Promise<void> {
  const waiting = Prisma.sql`SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await database.rows(waiting)).length, { timeout: 60_000 }).toBeGreaterThan(0);
}

test('a person has a role in the organization and a role in each of their projects', async () => {
  const bob = await newPerson('bob');
  expect(bob).toMatchObject({ subject: 'bob', name: 'bob', role: 'MEMBER', projects: [] });
  const other = await createProject(database, { organizationId, name: 'Other' });
  await give(bob.id, 'MEMBER');
  expect(await give(bob.id, 'VIEWER')).toMatchObject({ before: 'MEMBER', after: 'VIEWER' });
  await give(bob.id, 'ADMIN', other);
  expect((await findPersonBySubject(database, { organizationId, subject: 'bob' }))?.projects).toEqual(
    [
      { projectId, memberId: bob.id, role: 'VIEWER' },
      { projectId: other, memberId: bob.id, role: 'ADMIN' },
    ].sort((a, b) => (a.projectId < b.projectId ? -1 : 1)),
  );
  await expect(newPerson('bob')).rejects.toThrow('invalid_request');
  const changed = await act((transaction) =>
    changePerson(transaction, { organizationId, memberId: bob.id, role: 'ADMIN', name: 'Robert' }),
  );
  expect([changed?.before.role, changed?.after]).toMatchObject(['MEMBER', { role: 'ADMIN', name: 'Robert' }]);
});

test('people are listed in pages, and people of other organizations are not found', async () => {
  const made = [await newPerson('bob'), await newPerson('cid'), await newPerson('dan')];
  const page = await listPeople(database, { organizationId, limit: 2 });
  expect(page.map(({ subject }) => subject)).toEqual(['dan', 'cid']);
  const next = await listPeople(database, { organizationId, before: page.at(-1)?.id, limit: 2 });
  expect(next.map(({ subject }) => subject)).toEqual(['bob', 'ann']);
  const elsewhere = newId('organization');
  await database.prisma.organization.create({ data: { id: elsewhere, name: 'Else' } });
  const memberId = made[0]?.id ?? '';
  expect(await act((t) => removePerson(t, { organizationId: elsewhere, memberId, actorSubject }))).toBeNull();
  expect(await act((t) => changePerson(t, { organizationId: elsewhere, memberId, name: 'x' }))).toBeNull();
  const foreign = await createProject(database, { organizationId: elsewhere, name: 'Foreign' });
  expect(await give(memberId, 'ADMIN', foreign)).toBeNull();
  expect(await give(memberId, 'ADMIN', newId('project'))).toBeNull();
  expect(await take(memberId)).toBeNull();
});

describe('removals', () => {
  test('a removal ends the keys of the person and records the actor; keys of others continue', async () => {
    const bob = await newPerson('bob');
    await give(bob.id, 'MEMBER');
    const [key, mine] = [await issue(bob.id), await issue(ann)];
    expect((await remove(bob.id))?.endedKeys).toEqual([key?.key.id]);
    expect(await find(key?.token ?? '')).toBeNull();
    expect(await find(mine?.token ?? '')).not.toBeNull();
    expect(await subjects()).toEqual(['ann']);
    const events = await database.prisma.apiKeyEvent.findMany({ where: { keyId: key?.key.id ?? '' } });
    expect(events.map(({ action, actorMemberId }) => [action, actorMemberId])).toEqual([
      ['issued', null],
      ['revoked', ann],
    ]);
    expect([await remove(bob.id), await take(bob.id), await issue(bob.id)]).toEqual([null, null, null]);
  });

  test('a removal from one project keeps the other roles', async () => {
    const bob = await newPerson('bob');
    const other = await createProject(database, { organizationId, name: 'Other' });
    await give(bob.id, 'MEMBER');
    await give(bob.id, 'MEMBER', other);
    expect(await take(bob.id)).toMatchObject({ before: 'MEMBER' });
    const { projects } = (await findPersonBySubject(database, { organizationId, subject: 'bob' })) ?? {};
    expect(projects).toMatchObject([{ projectId: other }]);
  });

  test('a removal is all or nothing', async () => {
    const bob = await newPerson('bob');
    await give(bob.id, 'MEMBER');
    const key = await issue(bob.id);
    const failing = act(async (transaction) => {
      await removePerson(transaction, { organizationId, memberId: bob.id, actorSubject });
      throw new Error('the audit log could not be written');
    });
    await expect(failing).rejects.toThrow('audit log');
    expect(await subjects()).toEqual(['ann', 'bob']);
    expect(await find(key?.token ?? '')).not.toBeNull();
  });

  test('a removal is refused if the organization or a project would lose its last ADMIN', async () => {
    await expect(remove(ann)).rejects.toThrow('last_admin');
    await expect(take(ann)).rejects.toThrow('last_admin');
    await expect(give(ann, 'MEMBER')).rejects.toThrow('last_admin');
    const demoted = act((t) => changePerson(t, { organizationId, memberId: ann, role: 'MEMBER' }));
    await expect(demoted).rejects.toThrow('last_admin');
    const bob = await newPerson('bob', 'ADMIN');
    await expect(remove(ann)).rejects.toThrow('last_admin'); // she is the last ADMIN of the project
    await give(bob.id, 'ADMIN');
    expect(await remove(ann)).not.toBeNull();
    expect(await subjects()).toEqual(['bob']);
  });

  test('if two ADMINs remove each other at the same moment, one of them stays', async () => {
    const bob = await newPerson('bob', 'ADMIN');
    await give(bob.id, 'ADMIN');
    const acts = [
      [(t: Transaction) => takeRole(t, { projectId, memberId: ann, actorSubject }), () => take(bob.id)],
      [(t: Transaction) => removePerson(t, { organizationId, memberId: ann, actorSubject }), () => remove(bob.id)],
    ] as const;
    for (const [first, second] of acts) {
      await give(ann, 'ADMIN');
      let later: Promise<unknown> = Promise.resolve();
      await act(async (transaction) => {
        await first(transaction);
        later = second();
        // The second removal waits for the first, or has already been decided.
        await Promise.race([untilSomebodyWaits(), later.catch(() => {})]);
      });
      await expect(later).rejects.toThrow('last_admin');
      expect(await database.prisma.member.count({ where: { projectId, role: 'ADMIN' } })).toBe(1);
    }
  });

  test('a removal ends a key that is being created or rotated, and no later key is created', async () => {
    const bob = await newPerson('bob');
    await give(bob.id, 'MEMBER');
    const old = await issue(bob.id);
    const made: string[] = [];
    let removal: ReturnType<typeof remove> | undefined;
    await act(async (transaction) => {
      const authority = { database: transaction, pepper };
      const rotated = await rotateKey(authority, { projectId, keyId: old?.key.id ?? '', overlapDays: 1 });
      made.push(rotated?.token ?? '');
      removal = remove(bob.id);
      await untilSomebodyWaits();
    });
    expect((await removal)?.endedKeys).toHaveLength(2);
    expect(await find(made[0] ?? '')).toBeNull();

    await act((t) => addPerson(t, { organizationId, subject: 'bob', name: 'bob', role: 'MEMBER' }));
    await give(bob.id, 'MEMBER');
    let late: ReturnType<typeof issue> | undefined;
    await act(async (transaction) => {
      await removePerson(transaction, { organizationId, memberId: bob.id, actorSubject });
      late = issue(bob.id);
      late.catch(() => {});
      await untilSomebodyWaits();
    });
    expect(await late?.catch(() => null)).toBeNull();
    expect(await database.prisma.apiKey.count({ where: { projectId, memberId: bob.id, revokedAt: null } })).toBe(0);
  });

  test('older gateways respect a removal: no key is created for a removed person, who administers nothing', async () => {
    const bob = await newPerson('bob', 'ADMIN');
    await give(bob.id, 'ADMIN');
    await remove(bob.id);
    const secretHmac = new Uint8Array(32);
    const id = newId('key');
    const data = { id, lineageId: id, projectId, memberId: bob.id, name: 'k', publicId: 'p'.repeat(16), secretHmac };
    await expect(database.prisma.apiKey.create({ data })).rejects.toThrow('is no member of its project');
    expect(await database.prisma.member.findFirst({ where: { id: bob.id, projectId } })).toMatchObject({
      role: 'VIEWER',
    });
  });

  test('a person who is added again gets the given role, and no key', async () => {
    const bob = await newPerson('bob');
    await give(bob.id, 'ADMIN');
    const key = await issue(bob.id);
    await remove(bob.id);
    expect(await newPerson('bob')).toMatchObject({ id: bob.id, role: 'MEMBER', projects: [] });
    expect(await give(bob.id, 'VIEWER')).toMatchObject({ before: null, after: 'VIEWER' });
    expect(await find(key?.token ?? '')).toBeNull();
  });
});
