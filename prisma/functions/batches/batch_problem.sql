-- Checks a batch: its executions have the declared number, the positions 0, 1, 2…, its idempotency keys, and amounts that add up to its own.
--
-- Arguments: the batch
-- Results: the problem as text; null: none
-- Locks: none
-- Callers: ledger_check_batches, batch_is_whole, batch_item_is_whole
CREATE OR REPLACE FUNCTION batch_problem(b batch) RETURNS text LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  found record;
BEGIN
  SELECT count(*) AS items, max(i.index) + 1 AS places, coalesce(sum(e.minimum_micros), 0) AS minimum, coalesce(sum(e.maximum_micros), 0) AS maximum,
         coalesce(sum(e.charged_micros), 0) AS charged,
         count(*) FILTER (WHERE (e.tool, e.price_version, e.key_lineage, e.idempotency_key) = (b.tool, b.price_version, b.key_lineage, b.id || ':' || i.index)) AS own
    INTO found FROM batch_item AS i JOIN execution AS e ON e.project_id = i.project_id AND e.id = i.execution_id
    WHERE i.project_id = b.project_id AND i.batch_id = b.id;
  RETURN CASE
    WHEN (found.items, found.places, found.own) IS DISTINCT FROM (b.executions::bigint, b.executions, b.executions::bigint)
      THEN format('%s executions, of which there are %s, %s of them its own', b.executions, found.items, found.own)
    WHEN (found.minimum, found.maximum) IS DISTINCT FROM (b.minimum_micros::numeric, b.maximum_micros::numeric)
      THEN format('%s to %s, its executions sum to %s and %s', b.minimum_micros, b.maximum_micros, found.minimum, found.maximum)
    WHEN found.charged > b.maximum_micros THEN format('charged %s above its ceiling of %s', found.charged, b.maximum_micros) END;
END $$;
