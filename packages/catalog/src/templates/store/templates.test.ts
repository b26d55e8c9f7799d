import type { Database } from '@farebox/db';
import { addMember, createOrganization, createProject, issueKey } from '@farebox/identity';
import { openTestDatabase, runSql, type TestDatabase, testDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemplateStore, type TemplateStore } from './templates.ts';

let server: TestDatabase;
let database: Database;
let templates: TemplateStore;
let organizationId: string;
beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 6, applicationName: 'templates-test' });
  templates = createTemplateStore(database);
  organizationId = await createOrganization(database, 'Org');
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const contentOf = (width: number) => ({
  parameters: {},
  steps: [{ tool: 'image-resize', arguments: { source: { fileId: 'file_a' }, width } }],
});

async function newProject() {
  const projectId = await createProject(database, { organizationId, name: 'Project' });
  const memberId = await addMember(database, { projectId, subject: 'sub', name: 'Member', role: 'MEMBER' });
  const pepper = Buffer.alloc(32, 7).toString('base64');
  const issued = await issueKey(
    { database, pepper },
    { projectId, memberId, name: 'key', scopes: ['templates:write'] },
  );
  if (issued === null) throw new Error('the key was not issued');
  const keyId = issued.key.id;
  const save = (name: string, width: number, activate = true) =>
    templates.save({ projectId, keyId, name, content: contentOf(width), activate });
  return { projectId, save };
}

test('versions are counted without a gap under concurrent saves, and the same content is saved once', async () => {
  const { projectId, save } = await newProject();
  const saved = await Promise.all(Array.from({ length: 40 }, (_, n) => save('thumbs', 100 + (n % 10))));
  expect(saved.map((each) => each?.version).toSorted((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, n) => Math.floor(n / 4) + 1),
  );
  expect(await templates.list(projectId)).toMatchObject([{ name: 'thumbs', latestVersion: 10 }]);
  const contents = await Promise.all(
    saved.map((each) => templates.read(projectId, { name: 'thumbs', version: each?.version ?? 0 })),
  );
  for (const [n, each] of contents.entries()) expect(each).toMatchObject(contentOf(100 + (n % 10)));
});

test('the name means the version that was activated, or none in the archive', async () => {
  const { projectId, save } = await newProject();
  const means = async (version: number | null = null) =>
    (await templates.offered(projectId, { name: 'thumbs', version }))?.version ?? null;
  await save('thumbs', 1, false);
  expect([await means(), await means(1)]).toEqual([null, 1]);
  await save('thumbs', 2);
  await save('thumbs', 3, false);
  expect([await means(), await means(3), await means(4)]).toEqual([2, 3, null]);
  expect(await templates.activate(projectId, 'thumbs', 4)).toBe(null);
  expect(await templates.activate(projectId, 'thumbs', 1)).toMatchObject({ activeVersion: 1, version: 1 });
  expect(await means()).toBe(1);
  expect(await templates.archive(projectId, 'thumbs')).toMatchObject({ version: 1, latestVersion: 3 });
  expect([await means(), await means(2), (await templates.allOffered(projectId)).length]).toEqual([null, null, 0]);
  await save('thumbs', 2);
  expect(await means()).toBe(null); // this content was saved before, so nothing changed
  await save('thumbs', 4);
  expect(await means()).toBe(4);
});

test('nothing of one project is read, activated or archived by another', async () => {
  const [own, other] = [await newProject(), await newProject()];
  await own.save('thumbs', 1);
  const asked = { name: 'thumbs', version: null };
  expect(await templates.read(other.projectId, asked)).toBe(null);
  expect(await templates.offered(other.projectId, asked)).toBe(null);
  expect(await templates.activate(other.projectId, 'thumbs', 1)).toBe(null);
  expect(await templates.archive(other.projectId, 'thumbs')).toBe(null);
  expect(await templates.list(other.projectId)).toEqual([]);
  expect(await other.save('thumbs', 2)).toMatchObject({ version: 1, steps: contentOf(2).steps });
  expect(await templates.offered(own.projectId, asked)).toMatchObject({ content: contentOf(1) });
});

test('a template has 100 versions at most, a project 100 templates, and what is there is still found', async () => {
  const { projectId, save } = await newProject();
  for (let width = 1; width <= 100; width++) expect((await save('full', width))?.version).toBe(width);
  expect(await save('full', 101)).toBe(null);
  expect(await save('full', 100)).toMatchObject({ version: 100 });
  const names = await Promise.all(Array.from({ length: 105 }, (_, n) => save(`name-${n}`, 1)));
  expect(names.filter((each) => each === null)).toHaveLength(6);
  expect(await templates.list(projectId)).toHaveLength(100);
});

test.for([
  ['the application may not', () => server.appUrl, { code: '42501' }],
  ['nor may its owner', () => server.url, { code: '23514' }],
] as const)('a version never changes: %s', async ([, url, refusal]) => {
  const { save } = await newProject();
  await save('thumbs', 1);
  await expect(runSql(url(), "UPDATE template_version SET content = '{}'")).rejects.toMatchObject(refusal);
  await expect(runSql(url(), 'DELETE FROM template_version')).rejects.toMatchObject(refusal);
});
