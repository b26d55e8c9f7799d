-- Whether an execution still has any of its content: arguments, result or artifacts.
--
-- Arguments: the execution
-- Results: true or false
-- Locks: none
-- Callers: ledger_check_executions, execution_is_without_content
CREATE OR REPLACE FUNCTION execution_has_content(e execution) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT e.result IS NOT NULL OR e.plan <> execution_plan_without_content(e.plan)
    OR e.local_steps::jsonb IS DISTINCT FROM execution_steps_without_content(e.local_steps)
    OR EXISTS (SELECT FROM execution_step AS s WHERE s.project_id = e.project_id AND s.execution_id = e.id AND s.result IS NOT NULL)
    OR EXISTS (SELECT FROM file AS f WHERE f.project_id = e.project_id AND f.execution_id = e.id AND f.origin = 'artifact' AND f.deleted_at IS NULL);
$$;
