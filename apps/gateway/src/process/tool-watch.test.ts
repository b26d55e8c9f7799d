import type { Database } from '@farebox/db';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { toolReader } from '@farebox/tools';
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createToolWatch } from './tool-watch.ts';

let server: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
beforeAll(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'tool-watch-test' });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

test('a gateway that starts reads every page before it offers any tool, and later changes of more than a page at once', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `acme-tool-${10 + n}`);
  for (const name of names) await publishForTest(database, manifestOf(name));
  const warnings: unknown[] = [];
  const watch = createToolWatch({
    reader: toolReader(database),
    logger: { warn: (...warning: unknown[]) => void warnings.push(warning) },
  });
  onTestFinished(watch.close);
  expect(watch.offered()).toBeNull();
  await watch.refresh();
  expect(watch.offered()?.map(({ name }) => name)).toEqual(names);
  for (const name of names) await publishForTest(database, manifestOf(name, { title: 'Another title' }));
  await watch.refresh();
  expect(watch.offered()?.filter(({ title }) => title === 'Another title')).toHaveLength(60);
  expect(warnings).toEqual([]);
});
