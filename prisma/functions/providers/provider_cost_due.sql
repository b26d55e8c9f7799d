-- Claims costs that were booked by a tariff and whose invoice may have come by now, for providers that can be asked. Each is asked for again after a pause
-- that grows fourfold, five times in all.
--
-- Arguments: provider entries, how many at most, the first pause
-- Results: a row a cost: project, execution, step, provider, its name of the call
-- Locks: rows of provider_cost, FOR UPDATE; those that somebody else holds are skipped
-- Callers: packages/executions/src/store/provider-costs.ts
CREATE OR REPLACE FUNCTION provider_cost_due(p_providers text[], p_limit integer, p_backoff interval)
RETURNS TABLE (project_id text, execution_id text, step integer, provider text, ref text) LANGUAGE sql AS $$
  WITH due AS (
    SELECT c.project_id, c.execution_id, c.step FROM provider_cost AS c
    WHERE c.lookup_at <= instant() AND c.provider = ANY (p_providers) ORDER BY c.lookup_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  )
  UPDATE provider_cost AS c
    SET lookups = c.lookups + 1, lookup_at = CASE WHEN c.lookups < 4 THEN instant() + p_backoff * power(4, c.lookups + 1) END
    FROM due WHERE (c.project_id, c.execution_id, c.step) = (due.project_id, due.execution_id, due.step)
    RETURNING c.project_id, c.execution_id, c.step, c.provider, c.ref;
$$;
