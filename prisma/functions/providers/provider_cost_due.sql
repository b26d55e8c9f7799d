-- Claims costs that were booked by a tariff and whose invoice may exist by now, for providers that support lookups. Each cost is looked up at most five times,
-- with a pause that grows fourfold.
--
-- Arguments: provider entries, the maximum number, the first pause
-- Results: one row per cost: project, execution, step, provider, the provider's id of the call
-- Locks: rows of provider_cost, FOR UPDATE, without those that other transactions hold
-- Callers: packages/providers/src/store/costs.ts
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
