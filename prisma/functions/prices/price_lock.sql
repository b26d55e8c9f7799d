-- Serializes publishers until their commit, for which each has three seconds. Accepts take no lock for prices.
--
-- Arguments: none
-- Results: the time at which the publisher decides
-- Locks: an advisory lock until the end of the transaction
-- Callers: price_table_seed, packages/prices/src/store/publishing.ts
CREATE OR REPLACE FUNCTION price_lock() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '3s', true);
  PERFORM pg_advisory_xact_lock(hashtext('farebox'), hashtext('prices'));
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;
