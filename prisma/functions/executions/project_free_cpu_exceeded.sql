-- The projects that have used up their budget of free CPU time in this hour.
--
-- Arguments: the budget in seconds
-- Results: the projects
-- Locks: none
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION project_free_cpu_exceeded(p_budget_seconds double precision) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT project_id FROM project_free_cpu WHERE hour = date_trunc('hour', instant()) AND seconds > p_budget_seconds;
$$;
