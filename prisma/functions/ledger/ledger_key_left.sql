-- The rest of a key lineage's monthly cap: the cap less the amounts settled in the UTC month and the open holds.
--
-- Arguments: project, lineage, a time in the month
-- Results: micros, negative if the cap is exceeded; null: no cap
-- Locks: none; the counters change only under the lock of the project's account
-- Callers: execution_decide_capped, ledger_cap_is_passed, packages/ledger/src/store/usage.ts
CREATE OR REPLACE FUNCTION ledger_key_left(p_project text, p_lineage text, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE
SET enable_seqscan = off SET jit = off AS $$
  SELECT k.monthly_cap_micros - k.held_micros - coalesce(u.charged_micros, 0)
  FROM ledger_key_cap AS k
  LEFT JOIN ledger_key_usage AS u ON u.project_id = k.project_id AND u.lineage_id = k.lineage_id AND u.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date
  WHERE k.project_id = p_project AND k.lineage_id = p_lineage;
$$;
