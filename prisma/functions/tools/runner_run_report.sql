-- Stores what a runner says of its run: `running` extends the lease, `not_taken` hands the run back, anything else ends it. `handed_back` is said by a gateway:
-- the claim did not reach its runner, so an earlier report stays. A lease that has expired counts until another claim has the run. The reply is not read here.
--
-- Arguments: tool, token, lease, the status in the reply, the reply as JSON, how long the lease lasts from now on
-- Results: JSON {kind: taken, cancel}, or {kind: run_not_found | run_lease_lost | run_ended}. `cancel`: the runner should stop
-- Locks: the row of the run
-- Callers: packages/tools/src/store/pull-runs.ts
CREATE OR REPLACE FUNCTION runner_run_report(p_tool text, p_token text, p_lease text, p_status text, p_reply text, p_lasts interval)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := instant();
  run runner_run;
  is_back boolean := p_status IN ('not_taken', 'handed_back');
BEGIN
  SELECT * INTO run FROM runner_run AS r WHERE r.token = p_token AND r.tool = p_tool FOR UPDATE;
  IF NOT FOUND THEN
    RETURN json_build_object('kind', 'run_not_found');
  END IF;
  IF run.lease IS DISTINCT FROM p_lease OR run.state = 'waiting' AND NOT is_back THEN
    RETURN json_build_object('kind', 'run_lease_lost');
  END IF;
  IF run.state = 'ended' AND run.reply <> p_reply THEN
    RETURN json_build_object('kind', 'run_ended');
  END IF;
  IF run.state = 'claimed' THEN
    UPDATE runner_run AS r SET
      state = CASE WHEN p_status = 'running' THEN 'claimed' WHEN is_back THEN 'waiting' ELSE 'ended' END,
      leased_until = CASE WHEN p_status = 'running' THEN at + p_lasts END,
      not_before = CASE WHEN is_back THEN at + interval '5 seconds' ELSE r.not_before END,
      reply = CASE p_status WHEN 'not_taken' THEN NULL WHEN 'handed_back' THEN r.reply ELSE p_reply END,
      start = CASE WHEN p_status = 'running' OR is_back THEN r.start END,
      ended_at = CASE WHEN p_status <> 'running' AND NOT is_back THEN at END,
      kept_until = CASE WHEN p_status <> 'running' AND NOT is_back THEN at + interval '30 days' ELSE r.kept_until END
      WHERE r.token = p_token;
  END IF;
  RETURN json_build_object('kind', 'taken', 'cancel', run.state = 'claimed' AND (run.cancel_asked_at IS NOT NULL OR run.deadline <= at));
END $$;
