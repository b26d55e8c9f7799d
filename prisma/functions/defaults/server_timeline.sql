-- The timeline that this server writes. It is another one after every failover and every restore to a point in time, both of which may have forgotten the
-- last commits. Column defaults call it, so the migrator makes it before the first migration.
--
-- Arguments: none
-- Results: the number of the timeline
-- Locks: none
-- Callers: column defaults, execution_claim, execution_insert, execution_is_doubtful, execution_step_undelivered, price_changes
CREATE OR REPLACE FUNCTION server_timeline() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer;
$$;
