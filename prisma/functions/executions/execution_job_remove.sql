-- Removes the jobs of ended executions. Part of execution_is_settled.
--
-- Arguments: arrays of equal length: project, engine, id
-- Results: nothing
-- Locks: the rows of execution_job; the caller's statement holds the executions
-- Callers: execution_is_settled
CREATE OR REPLACE FUNCTION execution_job_remove(p_projects text[], p_engines text[], p_ids text[]) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  DELETE FROM execution_job AS j USING unnest(p_projects, p_engines, p_ids) AS item (project_id, engine, id)
    WHERE j.project_id = item.project_id AND j.engine = item.engine AND j.id = item.id;
END $$;
