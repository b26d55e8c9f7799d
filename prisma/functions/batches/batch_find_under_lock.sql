-- The batch of an idempotency key once every accept of this project that has begun is over: null proves that nothing was accepted.
--
-- Arguments: project, idempotency key
-- Results: the id of the batch, or null
-- Locks: the account
-- Callers: packages/executions/src/store/batches/read.ts
CREATE OR REPLACE FUNCTION batch_find_under_lock(p_project text, p_idempotency_key text) RETURNS text LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  -- A new statement, so it sees what committed while this one waited.
  RETURN (SELECT b.id FROM batch AS b WHERE b.project_id = p_project AND b.idempotency_key = p_idempotency_key);
END $$;
