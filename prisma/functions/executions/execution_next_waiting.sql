-- The next project after p_after with an execution that waits for this engine. Probes the index of open executions once per project: it never reads a
-- backlog, only entries that workers hold or that are under review. The LATERAL with an OFFSET makes PostgreSQL read jobs first, whatever the planner's
-- statistics say.
--
-- Arguments: the project after which to begin, engine
-- Results: project and its oldest waiting execution; null: none
-- Locks: none
-- Callers: execution_waiting
CREATE OR REPLACE FUNCTION execution_next_waiting(p_after text, p_engine text, OUT project_id text, OUT id text) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET enable_bitmapscan = off AS $$
BEGIN
  project_id := p_after;
  LOOP
    SELECT j.project_id INTO project_id
      FROM execution_job AS j CROSS JOIN LATERAL (SELECT e.status FROM execution AS e WHERE e.project_id = j.project_id AND e.id = j.id OFFSET 0) AS e
      WHERE e.status = 'queued' AND j.project_id > execution_next_waiting.project_id ORDER BY j.project_id LIMIT 1;
    EXIT WHEN project_id IS NULL;
    SELECT j.id INTO id
      FROM execution_job AS j CROSS JOIN LATERAL (SELECT e.status FROM execution AS e WHERE e.project_id = j.project_id AND e.id = j.id OFFSET 0) AS e
      WHERE e.status = 'queued' AND j.project_id = execution_next_waiting.project_id AND j.engine = p_engine
      ORDER BY j.project_id, j.engine, j.id LIMIT 1;
    EXIT WHEN id IS NOT NULL;
  END LOOP;
END $$;
