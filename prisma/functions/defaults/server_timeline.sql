-- The WAL timeline of this server. Every failover and every point-in-time restore begins a new one, and both may have lost the last commits. Column defaults
-- call it, so the migrator creates it before the first migration.
--
-- Arguments: none
-- Results: the number of the timeline
-- Locks: none
-- Callers: column defaults, batch_accept, execution_accept_quoted, execution_claim, execution_is_doubtful, execution_step_undelivered, price_changes,
--   packages/tools/src/store/pull-runs.ts, runner_run_claim, runner_run_lookup, runner_run_offer, runner_run_readiness, runner_run_withdraw, tool_changes
CREATE OR REPLACE FUNCTION server_timeline() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer;
$$;
