-- Ends a run as cancelled that has not begun: nobody has claimed it, or its lease ended without a report, and no earlier claim of it was reported. A runner
-- begins after its first report. A run of another timeline may have begun: the server may have lost that it was claimed.
--
-- Arguments: token
-- Results: whether it ended so
-- Locks: the row of the run
-- Callers: runner_run_cancel, runner_run_lookup
CREATE OR REPLACE FUNCTION runner_run_withdraw(p_token text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE runner_run AS r
    SET state = 'ended', reply = '{"status":"cancelled"}', start = NULL, leased_until = NULL, cancel_asked_at = coalesce(r.cancel_asked_at, instant()), ended_at = instant(),
        kept_until = instant() + interval '30 days'
    WHERE r.token = p_token AND r.timeline = server_timeline()
      AND r.reply IS NULL AND (r.state = 'waiting' OR r.state = 'claimed' AND r.leased_until <= instant());
  RETURN FOUND;
END $$;
