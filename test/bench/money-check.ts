/** Checks the money after the load, by SQL of its own that knows the tables but uses none of their functions. */
import type pg from 'pg';
import type { Poster } from './cases/post.ts';

/** Each query returns the number of rows that break the rule. */
const RULES: Readonly<Record<string, string>> = {
  'funded = available + held + spent, none below zero':
    'SELECT count(*) FROM ledger_account WHERE funded_micros <> available_micros + held_micros + spent_micros OR least(available_micros, held_micros, spent_micros) < 0',
  'every account is the sum of its transfers': `
    SELECT count(*) FROM ledger_account AS a LEFT JOIN (
      SELECT project_id, sum(CASE WHEN credit = 'available' THEN amount_micros WHEN debit = 'available' THEN -amount_micros ELSE 0 END) AS available,
             sum(CASE WHEN credit = 'held' THEN amount_micros WHEN debit = 'held' THEN -amount_micros ELSE 0 END) AS held,
             sum(CASE WHEN credit = 'spent' THEN amount_micros ELSE 0 END) AS spent
      FROM ledger_transfer GROUP BY project_id) AS t USING (project_id)
    WHERE (a.available_micros, a.held_micros, a.spent_micros) IS DISTINCT FROM (t.available::bigint, t.held::bigint, t.spent::bigint)`,
  'one hold for every execution': `
    SELECT count(*) FROM execution AS e FULL JOIN (
      SELECT execution_id, count(*) AS holds, sum(amount_micros) AS micros FROM ledger_transfer WHERE kind = 'reserve' GROUP BY 1) AS t
      ON t.execution_id = e.id
    WHERE e.id IS NULL OR t.holds IS DISTINCT FROM 1 OR t.micros <> e.maximum_micros`,
  'one settlement for every ended execution, of what it was charged': `
    SELECT count(*) FROM execution AS e FULL JOIN (
      SELECT execution_id, count(*) AS settlements, sum(amount_micros) AS micros FROM ledger_transfer WHERE kind = 'settle' GROUP BY 1) AS t
      ON t.execution_id = e.id
    WHERE (e.finished_at IS NOT NULL) <> (coalesce(t.settlements, 0) = 1) OR t.micros IS DISTINCT FROM e.charged_micros`,
  'what is held is what the open executions hold': `
    SELECT count(*) FROM ledger_account AS a LEFT JOIN (
      SELECT project_id, sum(maximum_micros) AS held FROM execution WHERE finished_at IS NULL GROUP BY 1) AS o USING (project_id)
    WHERE a.held_micros <> coalesce(o.held, 0)`,
};

/** Returns one line a problem; empty when the money is right. */
export async function checkMoney(sql: pg.Pool, { responded, unseenMax }: Poster['tally']): Promise<string[]> {
  const problems: string[] = [];
  for (const [rule, question] of Object.entries(RULES)) {
    const broken = await countOf(sql, question);
    if (broken > 0) problems.push(`${rule}: broken by ${broken} rows`);
  }
  const made = await countOf(sql, 'SELECT count(*) FROM execution');
  if (made < responded || made > responded + unseenMax) {
    problems.push(`${responded} executions were answered (and at most ${unseenMax} on their way), but ${made} exist`);
  }
  return problems;
}

async function countOf(sql: pg.Pool, question: string): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(question);
  return Number(rows[0]!.count);
}
