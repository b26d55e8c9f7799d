/** Reads revenue, provider costs and limits of all live projects, for the platform's operators. It may read every transfer of its period. */
import { type Database, Prisma } from '@farebox/db';
import type { Margin, NearLimit, ReportPeriod } from '../core/report.ts';

export interface Period {
  readonly since: Date;
  /** The first instant after the period. */
  readonly until: Date;
}

/** Bounds in UTC by the clock of the database. */
export async function readPeriod(database: Database, period: ReportPeriod): Promise<Period> {
  const [found] = await database.rows<Period>(Prisma.sql`
    SELECT CASE ${period}::text
             WHEN 'today' THEN date_trunc('day', now(), 'UTC')
             WHEN 'month' THEN date_trunc('month', now(), 'UTC')
             ELSE date_trunc('month', date_trunc('month', now(), 'UTC') - interval '1 day', 'UTC')
           END AS since,
           CASE ${period}::text WHEN 'last-month' THEN date_trunc('month', now(), 'UTC') ELSE now() END AS until`);
  if (found === undefined) throw new Error('the database returned no period');
  return found;
}

export const readMargins = (database: Database, { since, until }: Period): Promise<readonly Margin[]> =>
  database.rows<Margin>(Prisma.sql`
    SELECT m.project_id AS "projectId", p.name AS "projectName", m.tool, m.provider, m.executions, m.calls, m.charged_micros AS "chargedMicros",
           m.refunded_micros AS "refundedMicros", m.cost_micros AS "costMicros"
      FROM report_margin(${since}, ${until}) AS m JOIN project AS p ON p.id = m.project_id`);

/** The least left first. */
export const readNearLimits = (database: Database, limit: number): Promise<readonly NearLimit[]> =>
  database.rows<NearLimit>(Prisma.sql`
    SELECT scope, id, name, kind, limit_micros AS "limitMicros", left_micros AS "leftMicros"
      FROM report_near_limit ORDER BY left_micros, id LIMIT ${limit}::integer`);
