-- Withdraws an intent, because the call provably never reached the provider.
--
-- Arguments: project, id, claim token, step
-- Results: false if the worker has lost the claim
-- Locks: the execution
-- Callers: packages/executions/src/store/worker/external.ts
CREATE OR REPLACE FUNCTION execution_step_undelivered(p_project text, p_id text, p_claim_token uuid, p_index integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM execution WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status IN ('running', 'needs_review') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE execution_step SET status = 'pending', timeline = server_timeline(), dispatched_at = NULL
    WHERE project_id = p_project AND execution_id = p_id AND index = p_index AND status IN ('pending', 'dispatching');
  RETURN true;
END $$;
