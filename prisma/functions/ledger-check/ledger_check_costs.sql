-- Ledger check of the provider costs of ended executions, in both directions: a step is settled at its booked provider cost, no cost is booked for a step
-- that did not end, and a provider call without an outcome has a row that waits for its cost.
--
-- Arguments: arrays of equal length: project and id
-- Results: one row per problem: project, rule, execution, text
-- Locks: none
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_costs(p_projects text[], p_ids text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT e.project_id, 'cost', e.id, string_agg(format('step %s (%s) cost %s, its provider''s call was booked at %s', side.index, coalesce(s.status, 'none'),
                                         coalesce(s.cost_micros::text, 'nothing'), coalesce(c.booked_micros::text, 'nothing')), '; ' ORDER BY side.index)
  FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
  CROSS JOIN LATERAL (SELECT s.index FROM execution_steps(e) AS s
                      UNION SELECT c.step FROM provider_cost AS c WHERE c.project_id = e.project_id AND c.execution_id = e.id) AS side (index)
  LEFT JOIN LATERAL execution_steps(e) AS s ON s.index = side.index
  LEFT JOIN provider_cost AS c ON c.project_id = e.project_id AND c.execution_id = e.id AND c.step = side.index
  WHERE e.finished_at IS NOT NULL AND CASE
    WHEN s.status IN ('succeeded', 'failed') THEN s.cost_micros IS DISTINCT FROM c.booked_micros
    WHEN s.status IN ('dispatching', 'submitted', 'unknown') THEN c.booked_micros IS DISTINCT FROM 0
    ELSE c.booked_micros > 0 END
  GROUP BY e.project_id, e.id;
$$;
