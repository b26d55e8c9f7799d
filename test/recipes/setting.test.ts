/** The recipe "setting": one field in a table, `npm run generate`, and every app starts with the setting in its environment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { respondsOk, type Copy, copyProject, startProgram } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const READY_TIMEOUT_MS = 60_000;
const SECRET = 'x'.repeat(40);
const KEEPER_CONFIG = 'apps/keeper/src/config.ts';
const FIELD = `  newSeconds: integer('FAREBOX_NEW_SECONDS', { description: 'New.', default: '5', min: 1, max: 9 }),`;
const APPS = ['gateway', 'keeper', 'worker-av', 'worker-image', 'worker-provider'];

let copy: Copy;
let directory: string;
beforeAll(() => {
  copy = copyProject();
  directory = mkdtempSync(join(tmpdir(), 'farebox-recipe-logs-'));
  copy.replace(KEEPER_CONFIG, '...failpointFields,\n', `...failpointFields,\n${FIELD}\n`);
});
afterAll(() => {
  copy[Symbol.dispose]();
  rmSync(directory, { recursive: true, force: true });
});

test('"npm run generate" adds a new field to the list of known settings and to both pages', () => {
  expect(copy.generate()).toMatchObject({ code: 0 });
  for (const file of ['.env.example', 'docs/configuration.md', 'packages/kernel/src/settings.ts']) {
    expect(copy.read(file)).toContain('FAREBOX_NEW_SECONDS');
  }
});

test.each(APPS)('%s starts with the new setting in its environment', async (name) => {
  const [metrics, port, operator] = (await Promise.all([freePort(), freePort(), freePort()])).map(String);
  const program = startProgram({
    name,
    directory,
    command: [process.execPath, copy.path(`apps/${name}/src/main.ts`)],
    env: {
      // Nothing listens there: an app reads its settings and serves its metrics before it waits for its servers.
      DATABASE_URL: 'postgres://farebox@127.0.0.1:1/farebox',
      FAREBOX_DATA_DIR: directory,
      FAREBOX_URL_SECRET: SECRET,
      FAREBOX_KEY_PEPPER: SECRET,
      FAREBOX_METRICS_PORT: metrics!,
      FAREBOX_PORT: port!,
      FAREBOX_OPERATOR_PORT: operator!,
      FAREBOX_NEW_SECONDS: '7',
    },
  });
  try {
    const responds = respondsOk(`http://127.0.0.1:${metrics}/metrics`);
    await expect(program.ready(responds, READY_TIMEOUT_MS)).resolves.toBe(undefined);
  } finally {
    await program.stop();
  }
});
