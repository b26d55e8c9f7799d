-- The organizations whose projects together have used up the budget of free CPU time in this hour.
--
-- Arguments: the budget in seconds
-- Results: the organizations
-- Locks: none
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION organization_free_cpu_exceeded(p_budget_seconds double precision) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT p.organization_id FROM project_free_cpu AS spent JOIN project AS p ON p.id = spent.project_id
  WHERE spent.hour = date_trunc('hour', instant()) GROUP BY p.organization_id HAVING sum(spent.seconds) > p_budget_seconds;
$$;
