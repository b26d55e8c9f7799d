/** The recipe "column": a migration, a function that writes the column, the model, the store and the response; a check demands each of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Copy, copyProject } from '@farebox/testing';
import { type Started, startCopy } from './started.ts';

const MIGRATION = 'prisma/migrations/99991231235900_project_purpose/migration.sql';
const ADDING = 'ALTER TABLE project ADD COLUMN purpose text;\n';
const FUNCTION = 'prisma/functions/identity/project_dedicate.sql';
const WRITING = `-- Says what a project is for.
--
-- Arguments: project, what it is for
-- Results: whether there is such a project
-- Locks: the row of the project
-- Callers: packages/identity/src/keys/purpose.ts
CREATE OR REPLACE FUNCTION project_dedicate(p_project text, p_purpose text) RETURNS boolean LANGUAGE sql AS $$
  WITH dedicated AS (UPDATE project SET purpose = p_purpose WHERE id = p_project RETURNING id) SELECT EXISTS (SELECT FROM dedicated);
$$;
`;
/** A project's table whose key does not begin with the project: it could not be distributed. */
const LOOSE = 'CREATE TABLE project_remark (id text PRIMARY KEY, project_id text NOT NULL REFERENCES project (id));\n';
const CHECKS = [
  'packages/testing/src/schema.test.ts',
  'packages/testing/src/schema-keys.test.ts',
  'packages/testing/src/schema/described.test.ts',
];

const FIND = 'packages/identity/src/keys/store/find.ts';
const SCHEMA = 'packages/contract/src/schemas/project.ts';
const HANDLER = 'apps/gateway/src/handlers/get-project.ts';
/** The fixture that creates a test's project and keys. */
const FIXTURE = 'apps/gateway/src/testing/identity.fixture.ts';
const READING = 'packages/identity/src/keys/purpose.test.ts';
const READ = `/** For a test of the recipe. */
import { Prisma } from '@farebox/db';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { addMember, createKeyDirectory, createOrganization, createProject, issueKey } from '../index.ts';

test('the column is written by its function and read with a key', async () => {
  await using server = await testDatabase();
  const database = openTestDatabase({ url: server.url, poolMax: 2, applicationName: 'purpose-test' });
  const pepper = 'a-pepper-of-at-least-32-characters';
  const organizationId = await createOrganization(database, 'Org');
  const projectId = await createProject(database, { organizationId, name: 'Project' });
  const memberId = await addMember(database, { projectId, subject: 's', name: 'Member', role: 'MEMBER' });
  const issued = await issueKey({ database, pepper }, { projectId, memberId, name: 'k', scopes: ['tools:read'] });
  const [written] = await database.rows<{ done: boolean }>(Prisma.sql\`SELECT project_dedicate(\${projectId}, 'to learn') AS done\`);
  expect(written).toEqual({ done: true });
  const clock = { now: () => new Date(), monotonicMs: () => 0 };
  const identity = await createKeyDirectory({ database, pepper, clock }).find(issued!.token);
  expect(identity?.project.purpose).toBe('to learn');
  await database.close();
});
`;

let copy: Copy;
let started: Started | undefined;
beforeAll(() => {
  copy = copyProject();
});
afterAll(async () => {
  await started?.stop();
  copy[Symbol.dispose]();
});

test('the checks name a column that the models lack, and a table whose key does not begin with its project', () => {
  copy.write(MIGRATION, ADDING + LOOSE);
  copy.write(FUNCTION, WRITING);
  const { code, output } = copy.vitest(...CHECKS);
  expect(code).not.toBe(0);
  expect(output).toContain('project.purpose text null');
  expect(output).toContain('project_remark');
  expect(output).toContain('function project_dedicate');
});

test('with the model and the store the column is read, and the compiler demands it in the response', () => {
  copy.write(MIGRATION, ADDING);
  copy.replace(
    'prisma/schema.prisma',
    '  environment      String ',
    '  purpose          String?\n  environment      String ',
  );
  copy.replace(
    FIND,
    '  readonly environment: string;',
    '  readonly environment: string;\n  readonly purpose: string | null;',
  );
  copy.replace(FIND, 'AS "projectName", p.environment,', 'AS "projectName", p.environment, p.purpose,');
  copy.replace(FIND, '      name: row.projectName,', '      name: row.projectName,\n      purpose: row.purpose,');
  copy.replace(
    'packages/identity/src/keys/identity.ts',
    '    readonly environment: KeyEnvironment;',
    '    readonly environment: KeyEnvironment;\n    readonly purpose: string | null;',
  );
  copy.replace(
    SCHEMA,
    '    environment: described(',
    "    purpose: nullable(Name, 'For a test of the recipe.'),\n    environment: described(",
  );
  const { output: asked } = copy.typecheck();
  for (const file of [HANDLER, FIXTURE]) expect(asked).toContain(file);
  copy.replace(FIXTURE, "name: 'P',", "name: 'P',\n    purpose: null,");
  copy.replace(HANDLER, 'name: project.name, env', 'name: project.name, purpose: project.purpose, env');
  expect(copy.generate()).toMatchObject({ code: 0 });
  expect(copy.read('docs/openapi.json')).toContain('"purpose"');
  expect(copy.typecheck()).toEqual({ code: 0, output: '' });
  copy.write(READING, READ);
  const { code, output } = copy.vitest(...CHECKS, READING);
  expect(output).toMatch(/Test Files.*4 passed/);
  expect(code).toBe(0);
});

test('a client of the started system reads it', async () => {
  started = await startCopy(copy);
  expect(await started.ask('/tools/project')).toMatchObject({ status: 200, data: { project: { purpose: null } } });
  expect(await started.openApi()).toContain('"purpose"');
});
