/** The checks of the official suite about tasks, with our executions behind the names of its example tools. */
// Modes: embedded.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { withoutRehearsal } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { officially } from './mcp/official.ts';

const keys = identitiesOf(import.meta.filename);
const LIMIT_MS = 300_000;
const SCENARIOS = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-required-task-error',
  'tasks-mrtr-input',
  'tasks-mrtr-composition',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-official-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// issue 10.4: "The official conformance suite and the inspector run in CI"
// issue 10.4: "long runs as tasks where the client can"
test(
  'tasks pass the official suite of the extension',
  async (context) => {
    if (inject('mode') !== 'embedded' || withoutRehearsal()) return context.skip();
    await officially(
      SCENARIOS.map((scenario) => ['--scenario', scenario]),
      keys,
      folder,
    );
  },
  LIMIT_MS,
);
