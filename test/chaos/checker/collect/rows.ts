/** Reads the tables, and tries statements that the database must refuse. Uses its own SQL over its own connection. */
import pg from 'pg';

const TABLES = {
  accounts: `SELECT p.id, p.organization_id, p.environment, p.monthly_cap_micros, a.funded_micros, a.available_micros, a.held_micros, a.spent_micros
             FROM project AS p JOIN ledger_account AS a ON a.project_id = p.id`,
  transfers: `SELECT t.*, r.execution_id AS refunds FROM ledger_transfer AS t
              LEFT JOIN ledger_refund AS r ON r.project_id = t.project_id AND r.reference = t.reference ORDER BY t.id`,
  usage: 'SELECT * FROM usage_month',
  organizations: 'SELECT id, monthly_cap_micros FROM organization',
  'key-caps': 'SELECT * FROM ledger_key_cap',
  'key-usage': 'SELECT * FROM ledger_key_usage',
  executions: 'SELECT * FROM execution ORDER BY id',
  batches: `SELECT b.*, ARRAY(SELECT i.execution_id FROM batch_item AS i WHERE i.project_id = b.project_id AND i.batch_id = b.id ORDER BY i.index) AS items
            FROM batch AS b`,
  steps: `SELECT project_id, execution_id, index, status, attempt, claim_token, units, charged_micros, cost_micros, result, started_at, finished_at, ref
          FROM execution_step
          UNION ALL
          SELECT e.project_id, e.id, (s ->> 'index')::integer, s ->> 'status', (s ->> 'attempt')::integer, NULL, (s ->> 'units')::bigint,
                 (s ->> 'chargedMicros')::bigint, (s ->> 'costMicros')::bigint, (s -> 'result')::jsonb, (s ->> 'startedAt')::timestamptz,
                 (s ->> 'finishedAt')::timestamptz, NULL
          FROM execution AS e CROSS JOIN LATERAL json_array_elements(e.local_steps) AS s
          ORDER BY execution_id, index`,
  files: 'SELECT * FROM file',
  uploads: `SELECT u.*, ARRAY(SELECT to_jsonb(p) FROM upload_resumable_part AS p WHERE p.project_id = u.project_id AND p.upload_id = u.id
                              ORDER BY p.offset_bytes) AS parts
            FROM upload_resumable AS u`,
  storage: 'SELECT project_id, stored_bytes FROM project_storage',
  'price-tables': 'SELECT version, prices, effective_at, superseded_at, cancelled_at FROM price_table',
  templates: 'SELECT project_id, name, version, content FROM template_version',
  'logged-acts':
    'SELECT chain, at, actor_kind, actor, act, project, target, before, after, reason, idempotency_key FROM audit_log ORDER BY chain, number',
  'tool-versions': 'SELECT name, version, manifest FROM tool_version',
  deliveries: 'SELECT * FROM webhook_delivery',
  'recorded-costs': 'SELECT * FROM provider_cost',
  history: 'SELECT * FROM chaos.history ORDER BY seq',
} as const;

/** Each probe is tried on one row; null if this run has no such row. */
const PROBES = [
  'UPDATE ledger_transfer SET amount_micros = amount_micros + 1 WHERE id = (SELECT min(id) FROM ledger_transfer)',
  'DELETE FROM ledger_transfer WHERE id = (SELECT max(id) FROM ledger_transfer)',
  `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference)
   SELECT project_id, 'refund', 'funding', 'available', 1, 'of nothing' FROM ledger_account LIMIT 1`,
  'UPDATE ledger_account SET available_micros = available_micros + 1',
  'DELETE FROM execution WHERE id = (SELECT min(id) FROM execution)',
  `UPDATE execution SET status = 'running', finished_at = NULL, charged_micros = NULL, billing = NULL
   WHERE id = (SELECT min(id) FROM execution WHERE status IN ('succeeded', 'failed', 'cancelled'))`,
  'UPDATE execution SET epoch = epoch - 1 WHERE id = (SELECT min(id) FROM execution WHERE finished_at IS NULL)',
  'UPDATE execution SET charged_micros = maximum_micros + 1 WHERE id = (SELECT min(id) FROM execution)',
];

const QUERY_MS_MAX = 60_000;

type Write = (name: string, rows: readonly object[]) => void;

export async function collectRows(databaseUrl: string, write: Write): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'checker',
    connectionTimeoutMillis: QUERY_MS_MAX,
    query_timeout: QUERY_MS_MAX,
  });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const [name, query] of Object.entries(TABLES)) {
      const { rows } = await client.query<{ row: object }>(`SELECT to_jsonb(t) AS row FROM (${query}) AS t`);
      write(
        name,
        rows.map(({ row }) => row),
      );
    }
    await client.query('COMMIT');
    const probes: object[] = [];
    for (const statement of PROBES) probes.push({ statement, refused: await isRefused(client, statement) });
    write('probes', probes);
  } finally {
    await client.end();
  }
}

/** A statement that finds no row counts as refused: it changes nothing. */
async function isRefused(client: pg.Client, statement: string): Promise<boolean> {
  await client.query('BEGIN');
  try {
    return (await client.query(statement)).rowCount === 0;
  } catch {
    return true;
  } finally {
    await client.query('ROLLBACK');
  }
}
