-- Pipelines in previews of prices.

-- As price_last_executions, and: what each step was sold as, in their order, where the plan says it: steps of a pipeline. Running gateways still call
-- the other.
CREATE FUNCTION price_last_sold(p_project text, p_environment text, p_limit integer)
RETURNS TABLE (tool text, model text, charged_micros bigint, billing json, sold jsonb) LANGUAGE plpgsql STABLE AS $$
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
  RETURN QUERY SELECT found.tool, found.model, found.charged_micros, found.billing,
         (SELECT jsonb_agg(s.step -> 'price' -> 'sold' ORDER BY s.n) FROM jsonb_array_elements(found.plan) WITH ORDINALITY AS s (step, n))
    FROM project AS p CROSS JOIN LATERAL (
      SELECT e.tool, e.model, e.charged_micros, e.billing, e.plan, e.created_at, e.id FROM execution AS e
      WHERE e.project_id COLLATE "POSIX" = p.id COLLATE "POSIX" AND e.status = 'succeeded' AND e.created_at > instant() - hours * interval '1 hour'
      ORDER BY e.created_at DESC LIMIT p_limit) AS found
    WHERE p.id = p_project OR (p_project IS NULL AND p.environment = p_environment)
    ORDER BY found.created_at DESC, found.id DESC LIMIT p_limit;
END $$;
