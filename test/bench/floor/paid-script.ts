/**
 * The floor of a paid execution: the SQL functions that the gateway and the worker call, with the arguments of a real execution, called
 * directly by pgbench without a process in between.
 */
import type pg from 'pg';

interface Row {
  /** A request of execution_accept_quoted without its id and idempotency key, as SQL. */
  readonly request: string;
  readonly projectId: string;
  /** Arguments of execution_finish after the claim tokens. */
  readonly finish: string;
}

/** SQL for each column: an array literal that repeats its value `$2` times. */
const listOf = (...columns: readonly string[]): string =>
  columns.map((column) => `format('array_fill(%L::text, ARRAY[%s])', ${column}, $2::integer)`).join(" || ', ' || ");

/** SQL for lines of JSON: the value of the column, repeated `$2` times. */
const linesOf = (column: string): string =>
  `format('array_to_string(array_fill(%L::text, ARRAY[%s]), E''\\n'')', ${column}, $2::integer)`;

/** Arguments of an execution that succeeded, except for ids and the idempotency key. */
const PAYLOADS = `
  SELECT format('%L::jsonb', jsonb_build_object(
           'project_id', e.project_id, 'key_id', e.key_id, 'key_lineage', e.key_lineage, 'body_sha256', encode(e.body_sha256, 'hex'), 'tool', e.tool,
           'model', e.model, 'price_version', e.price_version, 'minimum_micros', e.minimum_micros, 'maximum_micros', e.maximum_micros, 'plan', e.plan,
           'engine', e.engine, 'max_runtime_seconds', e.max_runtime_seconds)) AS request,
         e.project_id AS "projectId",
         ${listOf("'succeeded'", 'NULL')} || ', ' || ${listOf('e.charged_micros').replaceAll('text', 'bigint')}
           || ', ' || ${linesOf('e.billing')} || ', '''', '''', ' || ${linesOf('e.local_steps')} || ', NULL' AS finish
  FROM execution AS e WHERE e.id = $1`;

/** Time-ordered like the system's ids, so that the indexes grow in the same way. */
const NEW_ID = `'exe_' || to_char(extract(epoch FROM clock_timestamp()) * 1000000, 'FM0000000000000000') || md5(random()::text)`;

/** Executions in one call of the grouped script: the most that the gateway and the worker put into one query. */
export const BATCH = 32;

export async function singleScript(sql: pg.Pool, finishedId: string): Promise<string> {
  const { request, projectId, finish } = await payloadsOf(sql, finishedId);
  return [
    `SELECT ${NEW_ID} AS id \\gset`,
    `SELECT execution_accept_quoted(${requestsOf('ARRAY[:id]::text[]', request)});`,
    `SELECT claim_token FROM execution_claim(ARRAY['${projectId}'], ARRAY[:id]::text[], 'image', '30 seconds', NULL, 'floor') \\gset`,
    `SELECT * FROM execution_finish(ARRAY['${projectId}'], ARRAY[:id]::text[], ARRAY[:claim_token]::uuid[], ${spaced(finish)}, '30 days');`,
  ].join('\n');
}

/** The same for `BATCH` executions in one call, as the system does under load. */
export async function batchedScript(sql: pg.Pool, finishedId: string): Promise<string> {
  const { request, projectId, finish } = await payloadsOf(sql, finishedId, BATCH);
  const projects = `array_fill('${projectId}'::text, ARRAY[${BATCH}])`;
  return [
    `SELECT array_agg(${NEW_ID})::text AS ids FROM generate_series(1, ${BATCH}) \\gset`,
    `SELECT execution_accept_quoted(${requestsOf(':ids::text[]', request)});`,
    `SELECT array_agg(id)::text AS claimed, array_agg(claim_token)::text AS tokens FROM execution_claim(${projects}, :ids::text[], 'image', '30 seconds', NULL, 'floor') \\gset`,
    `SELECT * FROM execution_finish(${projects}, :claimed::text[], :tokens::uuid[], ${spaced(finish)}, '30 days');`,
  ].join('\n');
}

const requestsOf = (ids: string, request: string): string =>
  `(SELECT jsonb_agg(${spaced(request)} || jsonb_build_object('id', id, 'idempotency_key', id)) FROM unnest(${ids}) AS each (id))`;

async function payloadsOf(sql: pg.Pool, finishedId: string, size = 1): Promise<Row> {
  const { rows } = await sql.query<Row>(PAYLOADS, [finishedId, size]);
  return rows[0]!;
}

/** pgbench reads a colon before a letter as a variable; PostgreSQL prints JSON with a space there, so ours gets one too. */
const spaced = (text: string): string => text.replaceAll('":', '": ');
