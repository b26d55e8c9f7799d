-- Finds the batch of an idempotency key after all running accepts of the project have ended: null proves that nothing was accepted.
--
-- Arguments: project, idempotency key
-- Results: the id of the batch, or null
-- Locks: the account
-- Callers: packages/executions/src/store/batches/read.ts
CREATE OR REPLACE FUNCTION batch_find_under_lock(p_project text, p_idempotency_key text) RETURNS text LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  -- A new statement, so that it sees rows that were committed while this one waited for the lock.
  RETURN (SELECT b.id FROM batch AS b WHERE b.project_id = p_project AND b.idempotency_key = p_idempotency_key);
END $$;
