-- Cancels executions that no worker has started within the client's time limit.
--
-- Arguments: the maximum number, and the instant at which the limits are compared
-- Results: one row per cancelled execution
-- Locks: the executions, without those that other transactions hold; then their accounts
-- Callers: packages/executions/src/store/overdue.ts
CREATE OR REPLACE FUNCTION execution_cancel_overdue(p_limit integer, p_at timestamptz) RETURNS TABLE (project_id text, id text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  at CONSTANT timestamptz := p_at;
  overdue text[];
  projects text[];
BEGIN
  WITH late AS ( -- each looked at for its job, whatever the planner believes of the tables; none is waited for, so that their order is free
    SELECT e.project_id, e.id FROM execution_job AS j CROSS JOIN LATERAL (
      SELECT e.project_id, e.id FROM execution AS e
      WHERE e.project_id = j.project_id AND e.id = j.id AND e.status = 'queued' AND e.cancel_after <= at AND NOT execution_is_doubtful(e)
      FOR NO KEY UPDATE SKIP LOCKED) AS e
    WHERE j.cancel_after <= at LIMIT p_limit
  )
  SELECT array_agg(id), array_agg(project_id) INTO overdue, projects FROM late;
  IF overdue IS NULL THEN
    RETURN;
  END IF;
  UPDATE execution AS e SET status = 'cancelled', status_reason = 'cancel_after', cancel_requested_at = at, charged_micros = 0,
                       billing = '[]', run_at = NULL, finished_at = at
    FROM unnest(projects, overdue) AS late (project_id, id) WHERE e.project_id = late.project_id AND e.id = late.id;
  RETURN QUERY SELECT * FROM unnest(projects, overdue);
END $$;

-- The signature of release 0.3.0, whose keepers run beside newer ones during an upgrade.
CREATE OR REPLACE FUNCTION execution_cancel_overdue(p_limit integer) RETURNS integer LANGUAGE sql AS $$
  SELECT count(*)::integer FROM execution_cancel_overdue(p_limit, instant());
$$;
