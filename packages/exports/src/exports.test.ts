/** Content of exports, under concurrent changes, and their expiry. */
import { appendEntry } from '@farebox/audit-log';
import { createExecutionStore } from '@farebox/executions';
import { createFileStore } from '@farebox/files';
import { micros } from '@farebox/kernel';
import { fund, type Funding, readStatement } from '@farebox/ledger';
import { runSql } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asked, chainIn, contentOf, finished, leasesEnd, partsOf, stateOf, turn, wholly } from './testing/exporting.ts';
import { removeExports } from './remove.ts';
import { cancelExport } from './store/change.ts';
import { type ProjectFixture, openProjectFixture } from '@farebox/executions/testing';

let fixture: ProjectFixture;
beforeEach(async () => void (fixture = await openProjectFixture()));
afterEach(() => fixture[Symbol.asyncDispose]());

const cancelled = async (id: string) =>
  await createExecutionStore(fixture.database).requestCancel({
    projectId: fixture.projectId,
    id,
    keyLineage: 'key_one',
    role: 'MEMBER',
  });
const funded = (funding: Omit<Funding, 'projectId'>) =>
  fixture.database.transaction((transaction) => fund(transaction, { projectId: fixture.projectId, ...funding }));
const told = (act: string) =>
  fixture.database.transaction(async (transaction) =>
    appendEntry(transaction, {
      chain: await chainIn(fixture),
      act,
      actor: { kind: 'operator', subject: 'olga' },
      projectId: fixture.projectId,
      target: 'it',
      before: null,
      after: {},
      reason: null,
      requestId: null,
      replay: null,
    }),
  );
const uploaded = (sha256: string) =>
  createFileStore(fixture.database).saveUpload(
    { projectId: fixture.projectId, sha256, mimeType: 'image/png', sizeBytes: 5 },
    () => Promise.resolve(),
  );

test('an export contains all rows of the project as of its time, exact to the micro-USD, and lists all its parts', async () => {
  const done = await finished(fixture);
  const open = await fixture.accept();
  await funded({
    kind: 'refund',
    amountMicros: micros(5n),
    reference: 'ticket',
    executionId: done,
  });
  await uploaded('ab'.repeat(32));
  await told('key.issue');
  await fixture.sql(`INSERT INTO checkout (project_id, id, amount_micros, is_live, opened_by, expires_at)
    SELECT id, 'chk_1', 10000, true, 'anna', now() + interval '1 hour' FROM project WHERE id = '${fixture.projectId}'`);
  await fixture.sql(`INSERT INTO project_retention (project_id, days, next_at) SELECT id, 90, now() FROM project`);
  const id = await asked(fixture);
  const month = new Date().toISOString().slice(0, 7);
  const statement = await readStatement(fixture.database, { projectId: fixture.projectId, month });
  const [account] = await fixture.sql<{ spent_micros: bigint; funded_micros: bigint }>('SELECT * FROM ledger_account');
  // The export contains none of the following changes.
  await cancelled(open);
  const later = await finished(fixture);
  await funded({
    kind: 'credit',
    amountMicros: micros(9n),
    reference: 'later',
    executionId: null,
  });
  await told('key.revoke');
  await wholly(fixture, id);

  const content = await contentOf(fixture, id);
  expect(content['executions']).toMatchObject([
    { id: done, status: 'succeeded', chargedMicros: 21, result: { note: 'all of it' }, billing: [{ quantity: 3 }] },
    {
      id: open,
      status: 'open',
      contentDeletedAt: null,
      chargedMicros: null,
      finishedAt: null,
      billing: null,
      steps: [],
    },
  ]);
  expect(JSON.stringify(content)).not.toContain(later);
  expect(content['checkouts']).toMatchObject([{ id: 'chk_1', status: 'opening', amountMicros: 10_000, paidAt: null }]);
  expect(content['audit']).toMatchObject([{ act: 'key.issue', actor: 'olga' }]);
  expect(content['files']).toMatchObject([{ sha256: 'ab'.repeat(32), origin: 'upload', sizeBytes: 5 }]);
  const balance = { available: 0, held: 0, spent: 0, funding: 0 };
  for (const { debit, credit, amountMicros } of content['transfers']!) {
    balance[debit as keyof typeof balance] -= amountMicros as number;
    balance[credit as keyof typeof balance] += amountMicros as number;
  }
  expect(content['project']).toMatchObject([
    {
      id: fixture.projectId,
      retentionDays: 90,
      balance: { availableMicros: balance.available, heldMicros: balance.held, spentMicros: balance.spent },
    },
  ]);
  expect(balance).toEqual({
    available: Number(statement.closingMicros - statement.heldMicros),
    held: Number(statement.heldMicros),
    spent: Number(account!.spent_micros),
    funding: -Number(account!.funded_micros),
  });
  expect(content['transfers']).toContainEqual(
    expect.objectContaining({ kind: 'refund', executionId: done, amountMicros: 5 }),
  );
  const named = (await partsOf(fixture, id)).filter(({ section }) => section !== 'manifest');
  expect(content['manifest']).toMatchObject(
    named.map(({ number, sha256 }) => ({ number, sha256: Buffer.from(sha256).toString('hex') })),
  );
});

test('an export contains saved templates and no secret of a key', async () => {
  await runSql(
    fixture.url,
    `INSERT INTO member (id, project_id, subject, name, role) SELECT 'mem_one', id, 'ann', 'Ann', 'ADMIN' FROM project`,
    `INSERT INTO api_key (id, lineage_id, project_id, member_id, name, public_id, secret_hmac, scopes)
     SELECT 'key_one', 'key_one', id, 'mem_one', 'a key', 'public', decode(repeat('5e', 32), 'hex'), '{tools:read}' FROM project`,
    ...['{"v":1}', '{"v":2}'].map(
      (content) =>
        `SELECT template_save(id, 'thumbs', '${content}', sha256('${content}'), 'key_one', true) FROM project`,
    ),
  );
  const id = await asked(fixture);
  await wholly(fixture, id);
  const content = await contentOf(fixture, id);
  expect(content['keys']).toMatchObject([{ id: 'key_one', name: 'a key', scopes: ['tools:read'] }]);
  expect(Object.keys(content['keys']![0]!)).not.toContain('secretHmac');
  expect(content['templates']).toMatchObject([
    { name: 'thumbs', version: 1, content: { v: 1 }, active: false },
    { name: 'thumbs', version: 2, content: { v: 2 }, active: true, keyId: 'key_one' },
  ]);
  expect(JSON.stringify(content)).not.toMatch(/(5e){8}|(94,){4}/);
});

test('an expired export loses only its own objects, and its row stays', async () => {
  await finished(fixture);
  const first = await asked(fixture);
  await wholly(fixture, first);
  const ofFirst = await partsOf(fixture, first);
  const second = await asked(fixture);
  expect(await turn(fixture, { turnMs: 0 })).toBe(1);
  const [ofSecond] = await partsOf(fixture, second);
  await fixture.sql(
    `UPDATE project_export SET expires_at = now() - interval '1 second' WHERE id = '${first}' RETURNING id`,
  );
  expect((await stateOf(fixture, first)).status).toBe('expired');
  expect(await removeExports(fixture.database, fixture.artifacts)).toBe(1);
  for (const { object_key } of ofFirst) expect(await fixture.artifacts.stat(object_key)).toBeNull();
  expect(await fixture.artifacts.stat(ofSecond!.object_key)).not.toBeNull();
  expect(await partsOf(fixture, first)).toHaveLength(ofFirst.length);
  expect(await removeExports(fixture.database, fixture.artifacts)).toBe(0);
});

test('an export that is cancelled while it is written is removed once no keeper can still write it', async () => {
  await finished(fixture);
  const id = await asked(fixture);
  await turn(fixture, {
    artifacts: {
      put: async (...put) => {
        await fixture.database.transaction((transaction) =>
          cancelExport(transaction, { projectId: fixture.projectId, exportId: id }),
        );
        expect(await removeExports(fixture.database, fixture.artifacts)).toBe(0);
        await fixture.artifacts.put(...put);
      },
    },
  });
  const listed = async () => {
    const keys: string[] = [];
    for await (const { key } of fixture.artifacts.list('exports/')) keys.push(key);
    return keys;
  };
  expect(await listed()).toHaveLength(1); // the row of this object was never written
  expect(await partsOf(fixture, id)).toEqual([]);
  await leasesEnd(fixture);
  expect(await removeExports(fixture.database, fixture.artifacts)).toBe(1);
  expect(await listed()).toEqual([]);
  expect(await turn(fixture)).toBe(0);
});

test('the database refuses invalid changes of an export', async () => {
  const id = await asked(fixture);
  const refused = async (change: string, reason: string) =>
    await expect(fixture.sql(`UPDATE project_export SET ${change} WHERE id = '${id}' RETURNING id`)).rejects.toThrow(
      reason,
    );
  await refused('transfer_id = transfer_id + 1', 'never changes');
  await refused(`as_of = now() + interval '1 day'`, 'never changes');
  await refused(`status = 'succeeded', finished_at = now()`, 'cannot go from queued to succeeded');
  await refused('parts = 1', 'grows no more');
  await expect(asked(fixture)).rejects.toThrow('open');
  await expect(runSql(fixture.url, 'DELETE FROM project_export')).rejects.toThrow('evidence');
  await wholly(fixture, id);
  await expect(fixture.sql(`UPDATE project_export_part SET rows = 7 RETURNING number`)).rejects.toThrow(
    'permission denied',
  );
  await refused(`status = 'running', finished_at = NULL`, 'cannot go from succeeded to running');
  for (let n = 0; n < 4; n++) await wholly(fixture, await asked(fixture));
  await expect(asked(fixture)).rejects.toThrow('too_many');
});
