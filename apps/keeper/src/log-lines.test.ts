/** No line of a keeper has a secret, an address of a customer, or content, at any log level. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createExecutionStore } from '@farebox/executions';
import { openProjectFixture, type ProjectFixture, stepOf } from '@farebox/executions/testing';
import { asked, stateOf } from '@farebox/exports/testing';
import { createFileStore, deleteFile } from '@farebox/files';
import { newId } from '@farebox/kernel';
import { createSeal } from '@farebox/storage';
import { runSql, startProcess } from '@farebox/testing';
import { newWebhookSecret, WEBHOOK_SECRETS } from '@farebox/webhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';

const CANARY = 'canary4711';
const URL_SECRET = `${CANARY}-a-secret-of-at-least-32-characters`;
const WAIT = { timeout: 60_000, interval: 200 };

let fixture: ProjectFixture;
beforeEach(async () => void (fixture = await openProjectFixture()));
afterEach(() => fixture[Symbol.asyncDispose]());

/** Uploads a file and deletes it; returns the key of its object. */
async function deletedFile(): Promise<string> {
  const { database, artifacts, projectId } = fixture;
  let objectKey = '';
  const bytes = Buffer.from(CANARY);
  const facts = { mimeType: 'image/png', sizeBytes: bytes.length };
  const { id: fileId } = await createFileStore(database).saveUpload(
    { projectId, sha256: randomBytes(32).toString('hex'), ...facts },
    async (key) => artifacts.put((objectKey = key), bytes, facts),
  );
  await database.transaction((transaction) =>
    deleteFile(transaction, { projectId, fileId, by: 'member', actor: CANARY }),
  );
  return objectKey;
}

/** A webhook whose name does not resolve, so that the keeper has a failure to report. */
async function webhook(secret: string): Promise<void> {
  const sealed = createSeal(URL_SECRET, WEBHOOK_SECRETS).seal(secret);
  const url = `https://${CANARY}.invalid/${CANARY}?token=${CANARY}`;
  await fixture.sql(`
    INSERT INTO webhook_endpoint (project_id, id, url, secret, events)
    VALUES ('${fixture.projectId}', '${newId('webhook')}', '${url}', '${sealed}', '{execution.cancelled}') RETURNING 1`);
  await fixture.sql(`
    INSERT INTO webhook_cursor (project_id, transfer_id, mark_id, mark_xid) VALUES ('${fixture.projectId}', 0, 0, '0')
    ON CONFLICT DO NOTHING RETURNING 1`);
}

test('no line of a keeper contains a secret, an address or content, whatever it does or fails at', async () => {
  const secret = newWebhookSecret();
  await webhook(secret);
  const objectKey = await deletedFile();
  const id = await fixture.accept({ plan: [{ ...stepOf('image'), parameters: { text: CANARY } }] });
  await createExecutionStore(fixture.database).requestCancel({
    projectId: fixture.projectId,
    id,
    keyLineage: 'key_one',
    role: 'MEMBER',
  });
  const exportId = await asked(fixture);
  const password = decodeURIComponent(new URL(fixture.appUrl).password);
  await using keeper = startProcess({
    command: [process.execPath, resolve(import.meta.dirname, 'main.ts')],
    env: {
      DATABASE_URL: fixture.appUrl,
      FAREBOX_DATA_DIR: fixture.directory,
      FAREBOX_LOG_LEVEL: 'trace',
      FAREBOX_METRICS_PORT: '0',
      FAREBOX_URL_SECRET: URL_SECRET,
    },
    stdout: 'keep',
    stderr: 'keep',
  });
  await keeper.said(/"a webhook has no usable address"/);
  await expect.poll(async () => await fixture.artifacts.stat(objectKey), WAIT).toBeNull();
  await expect.poll(async () => (await stateOf(fixture, exportId)).status, WAIT).toBe('succeeded');
  // A failure of a task, too.
  await runSql(fixture.url, 'ALTER TABLE webhook_delivery RENAME TO webhook_delivery_away');
  await keeper.said(/a task of the keeper failed/);
  const { stdout, stderr } = await keeper.end('SIGTERM');
  expect(stdout.split('\n').length).toBeGreaterThan(4);
  for (const hidden of [CANARY, secret, password, objectKey]) expect(`${stdout}${stderr}`).not.toContain(hidden);
});
