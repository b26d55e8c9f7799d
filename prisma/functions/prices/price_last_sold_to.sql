-- The last successful executions, newest first, with the price of each step of their plans; executions of the same time in the order of the list of
-- executions. No index orders all projects by time, so it looks back by growing windows, and in each reads a bounded part of every project's own list.
--
-- Arguments: project, or null for all projects of the environment; environment; the maximum number
-- Results: one row per execution: project, tool, model, charge, bill, prices of its steps
-- Locks: none
-- Callers: packages/prices/src/store/last-executions.ts
CREATE OR REPLACE FUNCTION price_last_sold_to(p_project text, p_environment text, p_limit integer)
RETURNS TABLE (project_id text, tool text, model text, charged_micros bigint, billing json, prices jsonb) LANGUAGE plpgsql STABLE AS $$
DECLARE
  hours double precision := 0.25;
BEGIN
  WHILE hours < 100000 AND p_limit > (
    SELECT count(*) FROM project AS p CROSS JOIN LATERAL (
      SELECT FROM execution AS e WHERE e.project_id COLLATE "POSIX" = p.id COLLATE "POSIX" AND e.status = 'succeeded'
        AND e.created_at > instant() - hours * interval '1 hour' ORDER BY e.created_at DESC LIMIT p_limit) AS found
    WHERE p.id = p_project OR (p_project IS NULL AND p.environment = p_environment)
  ) LOOP
    hours := hours * 8;
  END LOOP;
  RETURN QUERY SELECT found.project_id, found.tool, found.model, found.charged_micros, found.billing,
         (SELECT jsonb_agg(s.step -> 'price' ORDER BY s.n) FROM jsonb_array_elements(found.plan) WITH ORDINALITY AS s (step, n))
    FROM project AS p CROSS JOIN LATERAL (
      SELECT e.project_id, e.tool, e.model, e.charged_micros, e.billing, e.plan, e.created_at, e.id FROM execution AS e
      WHERE e.project_id COLLATE "POSIX" = p.id COLLATE "POSIX" AND e.status = 'succeeded' AND e.created_at > instant() - hours * interval '1 hour'
      ORDER BY e.created_at DESC, e.id COLLATE "POSIX" DESC LIMIT p_limit) AS found
    WHERE p.id = p_project OR (p_project IS NULL AND p.environment = p_environment)
    ORDER BY found.created_at DESC, found.id COLLATE "POSIX" DESC LIMIT p_limit;
END $$;
