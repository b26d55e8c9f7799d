import { openTestDatabase, testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { createOrganizationDirectory } from './organization-directory.ts';
import { createOrganization, createProject } from './store/create.ts';

test('the organization of a project is read once; without an answer in time the project shares alone', async () => {
  const server = await testDatabase();
  const database = openTestDatabase({ url: server.url, poolMax: 2, applicationName: 'organizations' });
  const { ofProject } = createOrganizationDirectory(database);
  const organizationId = await createOrganization(database, 'o');
  const [known, other] = await Promise.all(['p', 'q'].map((name) => createProject(database, { organizationId, name })));
  expect(await ofProject(known ?? '')).toBe(organizationId);
  expect(await ofProject('prj_missing')).toBe('prj_missing');
  await database.close();
  expect(await ofProject(known ?? '')).toBe(organizationId);
  expect(await ofProject(other ?? '')).toBe(other);
  await server.drop();
});
