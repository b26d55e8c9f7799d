/** Who is a person of an organization without anybody having said so: rows of the last release, and of its apps. */
import { readFileSync } from 'node:fs';
import { type Database, openDatabase } from '@tollgate/db';
import { micros, newId } from '@tollgate/kernel';
import { type TestDatabase, testDatabase } from '@tollgate/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createProject, findPersonBySubject, listPeople, openProject } from '../index.ts';

const pepper = 'a-pepper-of-at-least-32-characters';
let server: TestDatabase;
let database: Database;
let organizationId: string;
let projectId: string;
let ann: string;

beforeAll(async () => {
  server = await testDatabase();
  database = openDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'filled-test' });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});
beforeEach(async () => {
  const admin = { subject: 'ann', name: 'Ann' };
  const order = { organization: 'O', name: 'P', admin, balanceMicros: micros(0n), key: { name: 'k' } };
  const opened = await openProject({ database, pepper }, { ...order, environment: 'test' });
  ({ organizationId, projectId, memberId: ann } = opened);
});

test('who opens the first project administers the organization; who is made a member of a project later is one of it', async () => {
  expect(await findPersonBySubject(database, { organizationId, subject: 'ann' })).toMatchObject({
    role: 'ADMIN',
    projects: [{ projectId, memberId: ann, role: 'ADMIN' }],
  });
  await database.prisma.member.create({
    data: { id: newId('member'), projectId, subject: 'old', name: 'Old', role: 'ADMIN' },
  });
  expect(await findPersonBySubject(database, { organizationId, subject: 'old' })).toMatchObject({ role: 'MEMBER' });
});

test('who was a member before there were organizations of people is one now, and an ADMIN who administers all of it', async () => {
  const migration = readFileSync(
    new URL('../../../../prisma/migrations/20261122001000_people/migration.sql', import.meta.url),
    'utf8',
  );
  const filling = /^INSERT INTO organization_member[^;]*;/m.exec(migration)?.[0] ?? '';
  const second = await createProject(database, { organizationId, name: 'Second' });
  const rows = [
    { projectId, subject: 'all', role: 'ADMIN' },
    { projectId: second, subject: 'all', role: 'ADMIN' },
    { projectId, subject: 'some', role: 'ADMIN' },
    { projectId: second, subject: 'some', role: 'MEMBER' },
  ];
  for (const row of rows) await database.prisma.member.create({ data: { id: newId('member'), name: 'N', ...row } });
  const owner = openDatabase({ url: server.url, poolMax: 1, applicationName: 'people-owner' });
  try {
    await owner.prisma.$executeRaw`DELETE FROM organization_member`;
    await owner.prisma.$executeRawUnsafe(filling);
  } finally {
    await owner.close();
  }
  const people = await listPeople(database, { organizationId, limit: 10 });
  expect(Object.fromEntries(people.map(({ subject, role }) => [subject, role]))).toEqual({
    all: 'ADMIN',
    ann: 'MEMBER', // an ADMIN of one project of two
    some: 'MEMBER',
  });
});
