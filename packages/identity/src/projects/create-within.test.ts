import { openTestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createProjectWithin } from './store/create.ts';

let server: Awaited<ReturnType<typeof testDatabase>>;
let database: ReturnType<typeof openTestDatabase>;

beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.url, poolMax: 4, applicationName: 'create-within' });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

/** Whether a transaction of this test waits for another one. */
const isWaiting = async (): Promise<boolean> =>
  (
    await database.prisma.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE application_name = 'create-within' AND wait_event_type = 'Lock'`
  ).length > 0;

test('the last project of an organization is created once, although two transactions count before either commits', async () => {
  const organizationId = await createOrganization(database, 'o');
  const project = { organizationId, name: 'p' };
  const [counted, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = database.transaction(async (transaction) => {
    const id = await createProjectWithin(transaction, 1, project);
    counted.resolve();
    await commit.promise;
    return id;
  });
  await counted.promise;
  let isSecondOver = false;
  const second = database
    .transaction((transaction) => createProjectWithin(transaction, 1, project))
    .finally(() => (isSecondOver = true));
  await expect.poll(async () => isSecondOver || (await isWaiting())).toBe(true);
  commit.resolve();
  expect(await first).not.toBeNull();
  expect(await second).toBeNull();
});

test('archived projects and those of other organizations do not count', async () => {
  const [own, other] = [await createOrganization(database, 'own'), await createOrganization(database, 'other')];
  const create = (organizationId: string) =>
    database.transaction((transaction) => createProjectWithin(transaction, 1, { organizationId, name: 'p' }));
  const first = await create(own);
  expect(await create(other)).not.toBeNull();
  expect(await create(own)).toBeNull();
  await database.prisma.project.update({
    where: { id: first ?? '' },
    data: { archivedAt: new Date(), executionEnabled: false },
  });
  expect(await create(own)).not.toBeNull();
});
