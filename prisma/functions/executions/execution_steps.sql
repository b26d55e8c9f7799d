-- The steps of an execution with their outcomes: those with a row, because they have a provider call or were recorded before the end, and those that ended
-- with the execution. STRICT keeps PostgreSQL from inlining the function, which fails below an outer join.
--
-- Arguments: the execution
-- Results: one row per step
-- Locks: none
-- Callers: ledger_check_costs, ledger_check_executions, ledger_check_expected_charge
CREATE OR REPLACE FUNCTION execution_steps(e execution) RETURNS TABLE (index integer, status text, attempt integer, units bigint, charged_micros bigint,
  cost_micros bigint, result jsonb, started_at timestamptz, finished_at timestamptz) LANGUAGE sql STABLE STRICT AS $$
  SELECT s.index, s.status, s.attempt, s.units, s.charged_micros, s.cost_micros, s.result, s.started_at, s.finished_at
  FROM execution_step AS s WHERE s.project_id = e.project_id AND s.execution_id = e.id
  UNION ALL
  SELECT l.index, l.status, l.attempt, l.units, l."chargedMicros", l."costMicros", l.result, l."startedAt", l."finishedAt"
  FROM json_to_recordset(e.local_steps) AS l (index integer, status text, attempt integer, units bigint, "chargedMicros" bigint,
                                              "costMicros" bigint, result jsonb, "startedAt" timestamptz, "finishedAt" timestamptz);
$$;
