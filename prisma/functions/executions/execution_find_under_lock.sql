-- Finds the execution of an idempotency key after all running accepts of the project have ended: an accept holds the account's lock until its commit. Only
-- this lookup may tell a client that nothing was accepted.
--
-- Arguments: project, idempotency key
-- Results: lineage, hash of the body, and the execution as execution_read returns it; no row: nothing was accepted
-- Locks: the account
-- Callers: packages/executions/src/store/read.ts
CREATE OR REPLACE FUNCTION execution_find_under_lock(p_project text, p_idempotency_key text)
RETURNS TABLE (key_lineage text, body_hash text, executions json) LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  -- A new statement, so that it sees rows that were committed while this one waited for the lock.
  RETURN QUERY
    SELECT e.key_lineage, encode(e.body_sha256, 'hex'), execution_read(ARRAY[e.project_id], ARRAY[e.id])
    FROM execution AS e WHERE e.project_id COLLATE "ucs_basic" = p_project AND e.idempotency_key = p_idempotency_key;
END $$;
