-- Asks for the end of a run. A run that has not begun ends at once; the runner of a claimed one learns it by its next report, and nobody else claims it.
--
-- Arguments: token
-- Results: as runner_run_lookup
-- Locks: the row of the run
-- Callers: packages/tools/src/store/pull-runs.ts
CREATE OR REPLACE FUNCTION runner_run_cancel(p_token text) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  IF NOT runner_run_withdraw(p_token) THEN
    UPDATE runner_run AS r SET cancel_asked_at = instant() WHERE r.token = p_token AND r.state <> 'ended' AND r.cancel_asked_at IS NULL;
  END IF;
  RETURN runner_run_lookup(p_token);
END $$;
