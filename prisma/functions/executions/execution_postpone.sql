-- Leaves an execution for a while: it is due, and can be claimed, after p_after. A pause that is not counted is no attempt, because nothing was tried; a
-- provider may ask for such a pause, so none outlasts the run time or the client's own limit, and none begins once a cancel was asked for.
--
-- Arguments: project, id, claim token, how long, whether the attempt counts
-- Results: false when it is no longer this worker's
-- Locks: the execution
-- Callers: packages/executions/src/store/worker/give-up.ts
CREATE OR REPLACE FUNCTION execution_postpone(p_project text, p_id text, p_claim_token uuid, p_after interval, p_counted boolean) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := instant();
BEGIN
  UPDATE execution
    SET claim_token = NULL, leased_until = NULL, attempts = greatest(attempts - (NOT p_counted)::integer, 0),
        run_at = CASE WHEN p_counted THEN at + p_after
                      WHEN cancel_requested_at IS NOT NULL THEN at
                      ELSE least(at + p_after, started_at + make_interval(secs => max_runtime_seconds), cancel_after) END
    WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status = 'running';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM execution_notify_at(ARRAY[p_project], ARRAY[p_id], '-infinity');
  RETURN true;
END $$;
