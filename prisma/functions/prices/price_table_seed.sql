-- Publishes the first price table of a database, from the code, in force since before any execution could be accepted.
--
-- Arguments: version, the whole table, the publisher
-- Results: true if the database had no price table
-- Locks: price_lock
-- Callers: packages/prices/src/store/changes.ts
CREATE OR REPLACE FUNCTION price_table_seed(p_version text, p_prices jsonb, p_by text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM price_lock();
  IF EXISTS (SELECT FROM price_table) THEN
    RETURN false;
  END IF;
  PERFORM price_table_publish(p_version, p_prices, least((p_prices ->> 'date')::timestamp AT TIME ZONE 'UTC', instant()) - interval '1 day', p_by);
  RETURN true;
END $$;
