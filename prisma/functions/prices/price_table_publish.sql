-- Publishes a price table between the table in force at its time and the next one.
--
-- Arguments: version, the whole table, when it takes effect, the publisher
-- Results: nothing
-- Locks: the caller holds price_lock; rows of price_table
-- Callers: price_table_seed, packages/prices/src/store/tables.ts
CREATE OR REPLACE FUNCTION price_table_publish(p_version text, p_prices jsonb, p_effective_at timestamptz, p_by text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_table (version, revision, prices, effective_at, superseded_at, published_by)
    VALUES (p_version, nextval('price_revision'), p_prices, p_effective_at,
            (SELECT min(t.effective_at) FROM price_table AS t WHERE t.cancelled_at IS NULL AND t.effective_at > p_effective_at), p_by);
  UPDATE price_table AS t SET superseded_at = p_effective_at, revision = nextval('price_revision')
    WHERE t.cancelled_at IS NULL AND t.effective_at < p_effective_at AND coalesce(t.superseded_at > p_effective_at, true);
  INSERT INTO price_version (version, table_version) VALUES (p_version, p_version);
END $$;
