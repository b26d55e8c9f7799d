-- The charge of an ended execution, computed from its recorded steps and its plan. core/charge.ts of packages/executions has the same rules.
--
-- Arguments: the execution
-- Results: micros
-- Locks: none
-- Callers: ledger_check_executions
CREATE OR REPLACE FUNCTION ledger_check_expected_charge(e execution) RETURNS numeric LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT CASE WHEN e.status = 'succeeded' THEN greatest(e.minimum_micros, least(e.maximum_micros, coalesce(sum(price), 0)))
              ELSE least(e.maximum_micros, coalesce(sum(coalesce(cost_micros, delivered)), 0)) END
  FROM (
    SELECT s.cost_micros, s.units * unit_price AS price,
           CASE WHEN s.status = 'succeeded' AND planned ->> 'engine' = 'provider' THEN least(s.units, units_max) * unit_price END AS delivered
    FROM execution_steps(e) AS s,
         LATERAL (SELECT e.plan -> s.index) AS p (planned),
         LATERAL (SELECT (planned #>> '{price,unitPriceMicros}')::numeric, (planned #>> '{price,unitsMax}')::numeric) AS q (unit_price, units_max)
    WHERE s.status IN ('succeeded', 'failed')) AS step;
$$;
