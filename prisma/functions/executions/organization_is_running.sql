-- Whether a worker of this engine holds an execution of the organization. Looks at the oldest 256 open executions of each project: what runs is among the
-- oldest, and a backlog is never read.
--
-- Arguments: organization, engine
-- Results: true or false
-- Locks: none
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION organization_is_running(p_organization text, p_engine text) RETURNS boolean LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM project AS p
      CROSS JOIN LATERAL (SELECT j.project_id, j.id FROM execution_job AS j WHERE j.project_id = p.id AND j.engine = p_engine ORDER BY j.id LIMIT 256) AS open
      JOIN execution AS e ON e.project_id = open.project_id AND e.id = open.id
    WHERE p.organization_id = p_organization AND e.status = 'running' AND e.leased_until > instant());
END $$;
