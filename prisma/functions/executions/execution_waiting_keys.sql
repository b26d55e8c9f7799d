-- Per key of a project with executions that wait for this engine: its oldest one, among the oldest p_most of the project. The keys of a batch of a thousand
-- and of what was accepted after it are therefore both seen.
--
-- Arguments: project, engine, the most executions to look at
-- Results: one row per key, without an order
-- Locks: none
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION execution_waiting_keys(p_project text, p_engine text, p_most integer)
RETURNS TABLE (organization_id text, project_id text, key_lineage text, id text) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT p.organization_id, p_project, w.key_lineage, min(w.id)
    FROM (SELECT e.key_lineage, j.id
            FROM execution_job AS j
            CROSS JOIN LATERAL (SELECT e.status, e.key_lineage FROM execution AS e WHERE e.project_id = j.project_id AND e.id = j.id OFFSET 0) AS e
            WHERE j.project_id = p_project AND j.engine = p_engine AND e.status = 'queued'
            ORDER BY j.project_id, j.engine, j.id LIMIT p_most) AS w
    JOIN project AS p ON p.id = p_project
    GROUP BY p.organization_id, w.key_lineage;
END $$;
