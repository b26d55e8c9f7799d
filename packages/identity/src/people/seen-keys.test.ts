/** A removed person knows keys of others that they issued or rotated: these end too, unless somebody keeps them. */
import type { Database, Transaction } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { openTestDatabase, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addPerson,
  createKeyDirectory,
  createProject,
  findPersonBySubject,
  giveRole,
  issueKey,
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
/** The first ADMIN, and another one who leaves: their member ids in the project. */
let ann: string;
let bob: string;

beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 4, applicationName: 'seen-keys-test' });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(async () => {
  const opened = await openProject(
    { database, pepper },
    {
      organization: 'O',
      name: 'P',
      admin: { subject: actorSubject, name: 'Ann' },
      balanceMicros: micros(0n),
      environment: 'test',
      key: { name: 'k' },
    },
  );
  ({ organizationId, projectId, memberId: ann } = opened);
  bob = await newAdmin('bob');
});

const act = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => database.transaction(work);

async function newAdmin(subject: string, within = projectId): Promise<string> {
  const found = await findPersonBySubject(database, { organizationId, subject });
  const person = found ?? (await act((t) => addPerson(t, { organizationId, subject, name: subject, role: 'ADMIN' })));
  await act((t) => giveRole(t, { projectId: within, memberId: person!.id, role: 'ADMIN' }));
  return person!.id;
}

/** Issues a key of one member by another, and returns it. */
async function issued(memberId: string, actorMemberId: string, within = projectId) {
  const asked = { projectId: within, memberId, actorMemberId, name: 'production', scopes: ['project:read'] } as const;
  const key = await issueKey({ database, pepper }, asked);
  return { token: key!.token, id: key!.key.id };
}

const works = async ({ token }: { readonly token: string }): Promise<boolean> =>
  (await createKeyDirectory({ database, pepper }).find(token)) !== null;

test('a removal ends and lists keys of others that the person issued or rotated, and no other ones', async () => {
  const own = await issued(bob, bob);
  const seen = await issued(ann, bob);
  const [before, other] = [await issued(ann, ann), await issued(ann, ann)];
  const rotation = { projectId, keyId: before.id, overlapDays: 0, actorMemberId: bob };
  const rotated = await rotateKey({ database, pepper }, rotation);
  const after = { token: rotated!.token, id: rotated!.key.id };

  const removal = await act((t) => removePerson(t, { organizationId, memberId: bob, actorSubject }));
  const ofAnn = { projectId, name: 'production', memberId: ann };
  expect(removal?.seenKeys).toEqual([seen, after].map(({ id: keyId }) => ({ ...ofAnn, keyId })));
  expect(new Set(removal?.endedKeys)).toEqual(new Set([own.id, seen.id, after.id]));
  expect([await works(own), await works(seen), await works(after), await works(other)]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  const events = await database.prisma.apiKeyEvent.findMany({ where: { keyId: seen.id }, orderBy: { id: 'asc' } });
  expect(events.map(({ action, actorMemberId }) => [action, actorMemberId])).toEqual([
    ['issued', bob],
    ['revoked', ann],
  ]);
});

test('keys that are kept are listed, and work until a removal from the organization', async () => {
  const [own, seen] = [await issued(bob, bob), await issued(ann, bob)];
  const kept = await act((t) => takeRole(t, { projectId, memberId: bob, actorSubject, seenKeys: 'keep' }));
  expect(kept).toMatchObject({ endedKeys: [own.id], seenKeys: [{ keyId: seen.id }] });
  expect([await works(own), await works(seen)]).toEqual([false, true]);
  const removal = await act((t) => removePerson(t, { organizationId, memberId: bob, actorSubject }));
  expect(removal).toMatchObject({ endedKeys: [seen.id], seenKeys: [{ keyId: seen.id }] });
  expect(await works(seen)).toBe(false);
});

test('a removal from one project ends no keys of another one', async () => {
  const other = await createProject(database, { organizationId, name: 'Other' });
  const [annThere, bobThere] = [await newAdmin(actorSubject, other), await newAdmin('bob', other)];
  const [here, there] = [await issued(ann, bob), await issued(annThere, bobThere, other)];
  const removal = await act((t) => takeRole(t, { projectId, memberId: bob, actorSubject }));
  expect(removal?.endedKeys).toEqual([here.id]);
  expect([await works(here), await works(there)]).toEqual([false, true]);
});
