-- Finds unclaimed running executions that must end, because of a cancel request, the client's time limit or the deadline, and makes them due so that they can
-- be claimed. Excludes executions with a provider call without an outcome: only a lookup at the provider may end these. The caller claims each and checks
-- again, because a worker may have claimed it first.
--
-- Arguments: the maximum number
-- Results: one row per execution
-- Locks: the executions, without those that other transactions hold
-- Callers: packages/executions/src/store/overdue.ts
CREATE OR REPLACE FUNCTION execution_overtaken(p_limit integer) RETURNS TABLE (project_id text, id text, engine text) LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH late AS MATERIALIZED ( -- each looked at for its job, whatever the planner believes of the tables
    SELECT j.project_id, j.id FROM execution_job AS j CROSS JOIN LATERAL (
      SELECT e.started_at FROM execution AS e
      WHERE e.project_id = j.project_id AND e.id = j.id
        AND e.status = 'running' AND NOT execution_is_doubtful(e) AND coalesce(e.leased_until <= instant(), true)
        AND (execution_is_to_stop(e) OR e.started_at + make_interval(secs => e.max_runtime_seconds) <= instant())
        AND (SELECT count(*) FROM execution_step AS s
             WHERE s.project_id = e.project_id AND s.execution_id = e.id AND s.status IN ('dispatching', 'submitted', 'unknown')) = 0
      OFFSET 0) AS e
    ORDER BY e.started_at LIMIT p_limit
  ), free AS MATERIALIZED ( -- nobody has taken it up since
    SELECT e.project_id, e.id FROM late CROSS JOIN LATERAL (
      SELECT e.project_id, e.id FROM execution AS e
      WHERE e.project_id = late.project_id AND e.id = late.id AND e.status = 'running' AND coalesce(e.leased_until <= instant(), true)
      FOR NO KEY UPDATE SKIP LOCKED) AS e
  )
  UPDATE execution AS e SET run_at = least(e.run_at, instant()) FROM free WHERE e.project_id = free.project_id AND e.id = free.id RETURNING e.project_id, e.id, e.engine;
$$;
