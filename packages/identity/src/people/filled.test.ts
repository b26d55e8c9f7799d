/** Members of projects become members of the organization by a trigger, without code in the apps. */
import type { Database } from '@farebox/db';
import { micros, newId } from '@farebox/kernel';
import { openTestDatabase, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findPersonBySubject, openProject } from '../index.ts';

const pepper = 'a-pepper-of-at-least-32-characters';
let server: TestDatabase;
let database: Database;
let organizationId: string;
let projectId: string;
let ann: string;

beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'filled-test' });
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

test('the creator of the first project becomes an ADMIN of the organization, and later project members become its members', async () => {
  expect(await findPersonBySubject(database, { organizationId, subject: 'ann' })).toMatchObject({
    role: 'ADMIN',
    projects: [{ projectId, memberId: ann, role: 'ADMIN' }],
  });
  await database.prisma.member.create({
    data: { id: newId('member'), projectId, subject: 'old', name: 'Old', role: 'ADMIN' },
  });
  expect(await findPersonBySubject(database, { organizationId, subject: 'old' })).toMatchObject({ role: 'MEMBER' });
});
