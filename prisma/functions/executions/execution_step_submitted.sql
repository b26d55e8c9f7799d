-- Notes the provider's id of the call, so that every worker can look it up.
--
-- Arguments: project, id, claim token, step, the provider's id of the call
-- Results: false if the worker has lost the claim
-- Locks: the execution
-- Callers: packages/executions/src/store/worker/external.ts
CREATE OR REPLACE FUNCTION execution_step_submitted(p_project text, p_id text, p_claim_token uuid, p_index integer, p_ref text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM execution WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status IN ('running', 'needs_review') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE execution_step SET status = 'submitted', ref = p_ref, claim_token = p_claim_token
    WHERE project_id = p_project AND execution_id = p_id AND index = p_index AND status IN ('dispatching', 'submitted', 'unknown');
  RETURN true;
END $$;
