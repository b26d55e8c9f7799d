/** Every app of compose.yaml accepts its environment there, when no external service is configured. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { respondsOk, runProcess, startProgram } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readServices, variables } from './compose/compose-file.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 45_000;
const SECRETS = Object.fromEntries(
  variables.filter((each) => each.default === undefined).map(({ name }) => [name, 'x'.repeat(40)]),
);
/** Services that run until they are stopped: `migrate` ends, and the simulator has no settings of ours. */
const APPS = /^(?:gateway|keeper|worker-\w+)\.mjs$/;
const apps = Object.entries(readServices(SECRETS)).filter(([, { command }]) => APPS.test(command?.[0] ?? ''));
const BUNDLING_TIMEOUT_MS = 300_000;

let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-settings-'));
  const bundler = join(ROOT, 'packages/bundle/src/main.ts');
  await runProcess({ command: [process.execPath, bundler, join(directory, 'bundles'), '--image'] });
}, BUNDLING_TIMEOUT_MS);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each(apps)('%s starts and waits for its servers', async (name, { command = [], environment = {} }) => {
  const [metrics, port, operator] = [await freePort(), await freePort(), await freePort()].map(String);
  const ports = {
    FAREBOX_METRICS_PORT: metrics!,
    FAREBOX_PORT: port!,
    FAREBOX_OPERATOR_PORT: operator!,
  };
  const script = join(directory, 'bundles', command[0]!);
  const program = startProgram({
    name,
    directory,
    command: [process.execPath, script],
    env: { ...environment, ...ports },
  });
  try {
    // An app that finds a wrong setting reports it and exits before it listens.
    await expect(program.ready(respondsOk(`http://127.0.0.1:${metrics}/metrics`), READY_TIMEOUT_MS)).resolves.toBe(
      undefined,
    );
  } finally {
    await program.stop();
  }
});
