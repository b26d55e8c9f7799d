-- Cancels a price table that takes effect more than ten seconds from now. The earlier table stays in force. A table that took effect before the cancellation
-- is committed could have been used by an accept.
--
-- Arguments: version
-- Results: whether a table was cancelled
-- Locks: the caller holds price_lock; rows of price_table
-- Callers: packages/prices/src/store/tables.ts
CREATE OR REPLACE FUNCTION price_table_cancel(p_version text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  cancelled price_table;
BEGIN
  UPDATE price_table AS t SET cancelled_at = date_trunc('milliseconds', clock_timestamp()), revision = nextval('price_revision')
    WHERE t.version = p_version AND t.cancelled_at IS NULL AND t.effective_at > clock_timestamp() + interval '10 seconds' RETURNING * INTO cancelled;
  UPDATE price_table AS t SET superseded_at = cancelled.superseded_at, revision = nextval('price_revision')
    WHERE t.cancelled_at IS NULL AND t.superseded_at = cancelled.effective_at;
  RETURN cancelled.version IS NOT NULL;
END $$;
