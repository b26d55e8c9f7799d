-- Commits the intent to send a provider call: pending → dispatching, before anything is sent. An existing intent keeps its age and its provider entry; only
-- an intent that was withdrawn may be followed by one for another entry. dispatching → submitted (the provider returned an id) → succeeded | failed;
-- dispatching → pending only if the call provably never arrived; dispatching or submitted → unknown if the outcome cannot be determined.
--
-- Arguments: project, id, claim token, step, the idempotency token for the provider, the most that the call can cost, the provider entry
-- Results: `committed`; `refused` if the execution is to be cancelled or is under review (nothing may be sent then); `lost` if the worker has lost the
--   claim. Raises restrict_violation (23001) if the step has an outcome, another token or another entry
-- Locks: the execution
-- Callers: packages/executions/src/store/worker/external.ts
CREATE OR REPLACE FUNCTION execution_step_dispatch(p_project text, p_id text, p_claim_token uuid, p_index integer, p_token text, p_exposure_micros bigint, p_provider text)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  e execution;
BEGIN
  SELECT * INTO e FROM execution WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status IN ('running', 'needs_review') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'lost';
  ELSIF execution_is_to_stop(e) OR e.status = 'needs_review' THEN
    RETURN 'refused';
  END IF;
  INSERT INTO execution_step AS step (project_id, execution_id, index, status, attempt, claim_token, token, provider, exposure_micros, started_at, dispatched_at)
    VALUES (p_project, p_id, p_index, 'dispatching', greatest(e.attempts, 1), p_claim_token, p_token, p_provider, p_exposure_micros, instant(), instant())
    ON CONFLICT (project_id, execution_id, index) DO UPDATE
      SET status = 'dispatching', attempt = excluded.attempt, claim_token = excluded.claim_token, timeline = excluded.timeline, token = excluded.token,
          provider = excluded.provider, exposure_micros = excluded.exposure_micros, dispatched_at = coalesce(step.dispatched_at, excluded.dispatched_at)
      WHERE step.status IN ('pending', 'dispatching', 'unknown') AND (step.token IS NULL OR step.token = excluded.token)
        AND (step.status = 'pending' OR step.provider IS NULL OR step.provider = excluded.provider);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'step % of % has an outcome, another token or another entry', p_index, p_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN 'committed';
END $$;
