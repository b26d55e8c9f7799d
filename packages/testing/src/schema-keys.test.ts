import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';

/** Tables that belong to no project: few rows, the same on every shard, or of one shard alone. */
const OF_NO_PROJECT = [
  '_prisma_migrations',
  '_schema_functions',
  'audit_finding',
  'audit_log',
  'audit_log_head',
  'backup_record',
  'invitation',
  'keeper_cursor',
  'object_removal',
  'organization',
  'organization_member',
  'payment_event',
  'platform',
  'process_at_work',
  'price_table',
  'price_version',
  'project',
  'provider_circuit',
  'runner_key',
  'runner_run',
  'tool',
  'tool_duration',
  'tool_version',
];

/**
 * Indexes that the sweep, the ledger check and retention read, shard by shard, and the two lookups that do not know
 * their project yet.
 */
const ACROSS_PROJECTS = [
  'api_key_public_id_key',
  'checkout_payment',
  'execution_job_cancel_after',
  'execution_job_due',
  'execution_overdue_review',
  'file_expiry',
  'ledger_transfer_created_at',
  'project_origins_listed',
  'project_price_terms_revision',
  'project_retention_due',
  'provider_cost_lookup_at',
  'upload_resumable_end',
];

/** Tables, keys and references that prevent distribution by project_id, as `table: problem`. */
const BREACHES = `
  WITH ours AS (
    SELECT c.oid, c.relname, a.attnum FROM pg_class AS c
    LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'project_id' AND a.attnotnull AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1)
  )
  SELECT ours.relname || ': has no project_id' AS breach FROM ours WHERE attnum IS NULL
  UNION ALL
  SELECT ours.relname || ': has no primary key' FROM ours WHERE NOT EXISTS (SELECT FROM pg_index WHERE indrelid = ours.oid AND indisprimary)
  UNION ALL
  SELECT ours.relname || ': ' || i.indexrelid::regclass FROM ours JOIN pg_index AS i ON i.indrelid = ours.oid
  WHERE i.indkey[0] IS DISTINCT FROM ours.attnum
    AND (i.indexrelid::regclass::text <> ALL ($2) OR i.indisunique AND i.indexrelid::regclass::text <> 'api_key_public_id_key')
  UNION ALL
  SELECT ours.relname || ': ' || k.conname FROM ours JOIN pg_constraint AS k ON k.conrelid = ours.oid AND k.contype = 'f'
  LEFT JOIN ours AS target ON target.oid = k.confrelid
  WHERE k.conkey[1] IS DISTINCT FROM ours.attnum
    OR CASE WHEN target.oid IS NULL THEN k.confrelid <> 'project'::regclass ELSE k.confkey[1] IS DISTINCT FROM target.attnum END
  ORDER BY 1`;

async function breaches(url: string, ...before: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of before) await client.query(statement);
    const { rows } = await client.query<{ breach: string }>(BREACHES, [OF_NO_PROJECT, ACROSS_PROJECTS]);
    return rows.map(({ breach }) => breach);
  } finally {
    await client.end();
  }
}

test('every table of a project has project_id first in each key, index and reference', async () => {
  await using database = await testDatabase();
  expect(await breaches(database.url)).toEqual([]);
});

test('a table that violates one of these rules is found', async () => {
  await using database = await testDatabase();
  const made = [
    'CREATE TABLE stray (id text PRIMARY KEY)',
    `CREATE TABLE note (id text PRIMARY KEY, project_id text NOT NULL REFERENCES project, provider text REFERENCES provider_circuit,
       execution_id text, UNIQUE (id, project_id))`,
    'ALTER TABLE note ADD FOREIGN KEY (execution_id, project_id) REFERENCES execution (id, project_id)',
    'CREATE INDEX note_provider ON note (provider)',
  ];
  const unique = 'CREATE UNIQUE INDEX execution_id ON execution (id, project_id)';
  expect(await breaches(database.url, unique, ...made)).toEqual([
    'execution: execution_id',
    'note: note_execution_id_project_id_fkey',
    'note: note_id_project_id_key',
    'note: note_pkey',
    'note: note_provider',
    'note: note_provider_fkey',
    'stray: has no project_id',
    'stray: stray_pkey',
  ]);
});
