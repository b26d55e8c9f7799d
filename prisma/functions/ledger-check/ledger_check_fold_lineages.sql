-- Adds the next transfers of a project to the sums of its key lineages, and notes which lineages have a cap.
--
-- Arguments: project, the maximum number of transfers
-- Results: the number of transfers
-- Locks: rows of the ledger checks' own tables
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_fold_lineages(p_project text, p_rows integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  folded integer;
BEGIN
  WITH fresh AS MATERIALIZED (
    SELECT t.* FROM ledger_transfer AS t
    WHERE t.project_id = p_project AND t.id > coalesce((SELECT a.lineages_transfer_id FROM audit_account AS a WHERE a.project_id = p_project), 0)
    ORDER BY t.project_id, t.id LIMIT p_rows
  ), known AS (
    SELECT t.kind, t.amount_micros, t.created_at, e.key_lineage FROM fresh AS t JOIN execution AS e ON e.project_id = t.project_id AND e.id = t.execution_id
  ), held AS (
    INSERT INTO audit_lineage AS a (project_id, lineage_id, held_micros)
      SELECT p_project, key_lineage, sum(CASE kind WHEN 'reserve' THEN amount_micros ELSE -amount_micros END) FROM known GROUP BY key_lineage
      ON CONFLICT (project_id, lineage_id) DO UPDATE SET held_micros = a.held_micros + excluded.held_micros
  ), used AS (
    INSERT INTO audit_lineage_usage AS u (project_id, lineage_id, month, charged_micros)
      SELECT p_project, key_lineage, date_trunc('month', created_at AT TIME ZONE 'UTC')::date, sum(amount_micros)
      FROM known WHERE kind = 'settle' AND amount_micros > 0 GROUP BY 2, 3
      ON CONFLICT (project_id, lineage_id, month) DO UPDATE SET charged_micros = u.charged_micros + excluded.charged_micros
  ), walked AS (
    UPDATE audit_account SET lineages_transfer_id = (SELECT max(id) FROM fresh) WHERE project_id = p_project AND EXISTS (SELECT FROM fresh)
  )
  SELECT count(*) INTO folded FROM fresh;
  -- A counter begins with the month of its first cap, at the latest now. Uses the clock, because the snapshot is younger than the transaction.
  INSERT INTO audit_lineage AS a (project_id, lineage_id, held_micros, since)
    SELECT k.project_id, k.lineage_id, 0, date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')::date FROM ledger_key_cap AS k
    WHERE k.project_id = p_project
      AND NOT EXISTS (SELECT FROM audit_lineage AS o WHERE o.project_id = k.project_id AND o.lineage_id = k.lineage_id AND o.since IS NOT NULL)
    ON CONFLICT (project_id, lineage_id) DO UPDATE SET since = excluded.since;
  RETURN folded;
END $$;
