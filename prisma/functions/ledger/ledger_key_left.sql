-- The rest that the monthly cap of a key's lineage leaves. It counts what was settled in the UTC month and what is held.
--
-- Arguments: project, lineage, an instant of the month
-- Results: micros, below zero when the cap is passed; null: no cap
-- Locks: none; counters change under the account of the project
-- Callers: execution_decide_capped, ledger_shared_cap_is_passed, packages/ledger/src/store/usage.ts
CREATE OR REPLACE FUNCTION ledger_key_left(p_project text, p_lineage text, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE
SET enable_seqscan = off SET jit = off AS $$
  SELECT k.monthly_cap_micros - k.held_micros - coalesce(u.charged_micros, 0)
  FROM ledger_key_cap AS k
  LEFT JOIN ledger_key_usage AS u ON u.project_id = k.project_id AND u.lineage_id = k.lineage_id AND u.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date
  WHERE k.project_id = p_project AND k.lineage_id = p_lineage;
$$;
