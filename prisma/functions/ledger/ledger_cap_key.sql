-- Sets the cap of a key lineage. The first cap counts the charges of the current month and the open holds. Each charge counts in its own month, because a
-- caller may wait for the account's lock until the next month has begun.
--
-- Arguments: project, lineage, cap in micros; null removes the cap
-- Results: nothing
-- Locks: the account
-- Callers: api_key_is_capped
CREATE OR REPLACE FUNCTION ledger_cap_key(p_project text, p_lineage text, p_cap_micros bigint) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  this_month timestamptz := date_trunc('month', instant() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  UPDATE ledger_key_cap SET monthly_cap_micros = p_cap_micros WHERE project_id = p_project AND lineage_id = p_lineage;
  IF FOUND OR p_cap_micros IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO ledger_key_cap (project_id, lineage_id, monthly_cap_micros, held_micros)
    SELECT p_project, p_lineage, p_cap_micros, coalesce(sum(e.maximum_micros), 0)
    FROM execution_job AS j JOIN execution AS e ON e.project_id = j.project_id AND e.id = j.id
    WHERE j.project_id = p_project AND e.key_lineage = p_lineage;
  INSERT INTO ledger_key_usage (project_id, lineage_id, month, charged_micros)
    SELECT p_project, p_lineage, date_trunc('month', t.created_at AT TIME ZONE 'UTC')::date, sum(t.amount_micros)
    FROM ledger_transfer AS t JOIN execution AS e ON e.project_id = t.project_id AND e.id = t.execution_id
    WHERE t.project_id = p_project AND t.kind = 'settle' AND t.created_at >= this_month AND e.key_lineage = p_lineage
    GROUP BY 3 HAVING sum(t.amount_micros) > 0;
END $$;
