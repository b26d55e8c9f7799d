-- Gives the oldest run of a tool that may begin to the runner that asks. A report of an earlier claim stays: the run has begun.
-- The same lease again is the same claim, so the statement can be repeated.
--
-- Arguments: tool, id of the runner key, the lease (drawn at random by the caller), how long it lasts
-- Results: JSON {kind: revoked | none} or {kind: claimed, token, lease, start}
-- Locks: the row of the run; rows that other claims hold are left out
-- Callers: packages/tools/src/store/pull-runs.ts
CREATE OR REPLACE FUNCTION runner_run_claim(p_tool text, p_key text, p_lease text, p_lasts interval) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := instant();
  claimed runner_run;
BEGIN
  IF NOT EXISTS (SELECT FROM runner_key AS k WHERE k.id = p_key AND k.tool = p_tool AND k.revoked_at IS NULL) THEN
    RETURN json_build_object('kind', 'revoked');
  END IF;
  UPDATE runner_key AS k SET last_asked_at = at
    WHERE k.id = p_key AND (k.last_asked_at IS NULL OR k.last_asked_at NOT BETWEEN at - interval '10 seconds' AND at);
  SELECT * INTO claimed FROM runner_run AS r WHERE r.tool = p_tool AND r.lease = p_lease AND r.state = 'claimed';
  IF NOT FOUND THEN
    UPDATE runner_run AS r SET state = 'claimed', lease = p_lease, claimed_by = p_key, leased_until = at + p_lasts
      WHERE r.token = (
        SELECT w.token FROM runner_run AS w
        WHERE w.tool = p_tool AND w.deadline > at AND w.cancel_asked_at IS NULL
          AND (w.state = 'waiting' AND w.not_before <= at OR w.state = 'claimed' AND w.leased_until <= at)
          -- The server may have lost that a run of another timeline was claimed.
          AND (w.idempotent OR w.reply IS NULL AND w.timeline = server_timeline())
        ORDER BY w.created_at, w.token LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING r.* INTO claimed;
    IF NOT FOUND THEN
      RETURN json_build_object('kind', 'none');
    END IF;
  END IF;
  RETURN json_build_object('kind', 'claimed', 'token', claimed.token, 'lease', claimed.lease, 'start', claimed.start);
END $$;
