-- Ends the claim and makes the execution due after p_after. A pause that is not counted is no attempt, because nothing was tried. A provider may ask for such
-- a pause, so it never outlasts the run time or the client's time limit, and none begins after a cancel request. Waiting for a place is no run time:
-- otherwise a batch of more executions than a runner does in their run time would fail, although nothing is wrong. That holds for a day, because a hold must
-- not stay for ever beside callers who always come first. execution_wake ends a wait early, and finds its seconds in the history.
--
-- Arguments: project, id, claim token, the pause, whether the attempt counts, whether the pause waits for a place
-- Results: false if the worker has lost the claim
-- Locks: the execution
-- Callers: packages/executions/src/store/worker/give-up.ts
CREATE OR REPLACE FUNCTION execution_postpone(p_project text, p_id text, p_claim_token uuid, p_after interval, p_counted boolean, p_is_wait boolean)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := instant();
  waits integer := 0;
BEGIN
  IF p_is_wait THEN
    SELECT CASE WHEN at < e.started_at + interval '1 day' THEN ceil(extract(epoch FROM p_after)) ELSE 0 END INTO waits
      FROM execution AS e WHERE e.project_id = p_project AND e.id = p_id;
  END IF;
  UPDATE execution
    SET claim_token = NULL, leased_until = NULL,
        history = execution_noted(history, CASE WHEN p_counted THEN 'crashed' ELSE 'postponed' END, at, epoch,
                                 CASE WHEN p_is_wait THEN ceil(extract(epoch FROM p_after)) ELSE round(extract(epoch FROM p_after)) END::text, NULL),
        attempts = greatest(attempts - (NOT p_counted)::integer, 0), max_runtime_seconds = max_runtime_seconds + waits,
        run_at = CASE WHEN p_counted THEN at + p_after
                      WHEN cancel_requested_at IS NOT NULL THEN at
                      ELSE least(at + p_after, started_at + make_interval(secs => max_runtime_seconds + waits), cancel_after) END
    WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status = 'running';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM execution_notify_at(ARRAY[p_project], ARRAY[p_id], '-infinity');
  RETURN true;
END $$;

-- The signature of release 0.3.0, whose workers run beside newer ones during an upgrade.
CREATE OR REPLACE FUNCTION execution_postpone(p_project text, p_id text, p_claim_token uuid, p_after interval, p_counted boolean) RETURNS boolean LANGUAGE sql AS $$
  SELECT execution_postpone(p_project, p_id, p_claim_token, p_after, p_counted, false);
$$;
