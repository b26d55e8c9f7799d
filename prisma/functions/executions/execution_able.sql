-- Filters executions by whether a worker has all operations for its part of the plan. The claim applies the same condition.
--
-- Arguments: arrays of equal length: project and id; engine, operations
-- Results: one row per execution that the worker can run
-- Locks: none
-- Callers: packages/executions/src/store/worker/able.ts
CREATE OR REPLACE FUNCTION execution_able(p_projects text[], p_ids text[], p_engine text, p_operations text[])
RETURNS TABLE (project_id text, id text) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT e.project_id, e.id
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
    WHERE execution_plan_is_able(e.plan, p_engine, to_jsonb(p_operations));
END $$;
