-- Serializes changes of tools until the commit, for which each has three seconds. Accepts take no lock for tools.
--
-- Arguments: none
-- Results: nothing
-- Locks: an advisory lock until the end of the transaction
-- Callers: packages/tools/src/store/acts.ts
CREATE OR REPLACE FUNCTION tool_lock() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '3s', true);
  PERFORM pg_advisory_xact_lock(hashtext('farebox'), hashtext('tools'));
END $$;
