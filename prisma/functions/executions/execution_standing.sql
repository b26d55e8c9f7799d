-- Whose an execution is, and whether it waits for its first claim. For fairness, a worker asks it before the claim.
--
-- Arguments: arrays of equal length: project and id
-- Results: one row per execution that exists
-- Locks: none
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION execution_standing(p_projects text[], p_ids text[])
RETURNS TABLE (organization_id text, project_id text, key_lineage text, id text, waits boolean) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT p.organization_id, e.project_id, e.key_lineage, e.id, e.status = 'queued'
    FROM unnest(p_projects, p_ids) AS item (project_id, id)
    JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
    JOIN project AS p ON p.id = item.project_id;
END $$;
