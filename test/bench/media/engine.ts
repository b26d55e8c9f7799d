/** One paid execution, from request to settlement, with the time of its engine: fetch of files, sandbox, checks and delivery. */
import type pg from 'pg';
import { ended, post } from '../fixture.ts';

export interface EngineTimes {
  /** Duration of its step. */
  readonly engineMs: number;
  /** Duration for the client: of the request, and from accept to settlement by the clock of the database. */
  readonly wholeMs: number;
}

interface Row {
  readonly status: string;
  readonly engineMs: number;
  readonly executionMs: number;
}

const TIMES = `
  SELECT e.status, extract(epoch FROM (s ->> 'finishedAt')::timestamptz - (s ->> 'startedAt')::timestamptz)::float8 * 1000 AS "engineMs",
         extract(epoch FROM e.finished_at - e.created_at)::float8 * 1000 AS "executionMs"
  FROM execution AS e CROSS JOIN LATERAL json_array_elements(e.local_steps) AS s
  WHERE e.id = $1 AND e.finished_at IS NOT NULL`;

export interface Request {
  readonly url: string;
  readonly key: string;
  /** JSON body of a paid request. */
  readonly body: string;
}

export async function execute(sql: pg.Pool, { url, key, body }: Request): Promise<EngineTimes> {
  const { tool } = JSON.parse(body) as { tool: string };
  const beganMs = performance.now();
  const { data } = await post<{ id: string }>(`${url}/tools/${tool}`, { key, body });
  const acceptMs = performance.now() - beganMs;
  await ended(url, { key, id: data.id });
  const [row] = (await sql.query<Row>(TIMES, [data.id])).rows;
  if (row?.status !== 'succeeded') throw new Error(`${data.id} of ${tool} has ${row?.status}`);
  return { engineMs: row.engineMs, wholeMs: row.executionMs + acceptMs };
}
