-- The state of a run, for the worker that offered it. A run that has not begun by its deadline, or before a cancel, ends here as cancelled: nobody claims it
-- any more.
--
-- Arguments: token
-- Results: JSON {state, reply, isLost}, or null for an unknown token. `reply` is the last one, or null. `isLost`: its lease has
--   expired, it may have begun, and nobody else may claim it
-- Locks: the row of the run, if it is written
-- Callers: packages/tools/src/store/pull-runs.ts, runner_run_cancel, runner_run_offer
CREATE OR REPLACE FUNCTION runner_run_lookup(p_token text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := instant();
  found_run runner_run;
BEGIN
  SELECT * INTO found_run FROM runner_run AS r WHERE r.token = p_token;
  IF found_run.state <> 'ended' AND (found_run.deadline <= at OR found_run.cancel_asked_at IS NOT NULL) AND runner_run_withdraw(p_token) THEN
    SELECT * INTO found_run FROM runner_run AS r WHERE r.token = p_token;
  END IF;
  IF found_run.state = 'ended' AND found_run.read_at IS NULL THEN
    UPDATE runner_run AS r SET read_at = at, kept_until = at + interval '72 hours' WHERE r.token = p_token AND r.read_at IS NULL;
  END IF;
  IF found_run.token IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN json_build_object('state', found_run.state, 'reply', found_run.reply,
    'isLost', found_run.state <> 'ended' AND coalesce(found_run.leased_until <= at, true)
              AND (found_run.cancel_asked_at IS NOT NULL OR found_run.deadline <= at
                   OR NOT found_run.idempotent AND (found_run.reply IS NOT NULL OR found_run.timeline <> server_timeline())));
END $$;
