-- Requests cancellation of an execution. The first request ends the pause of an execution that no worker holds, also during a review. Further requests do
-- not, because a client could use up the attempts that way.
--
-- Arguments: project, id, the caller's key lineage, whether the caller may cancel any execution of the project
-- Results: `not_found`, `forbidden`, `already_finished` (succeeded or failed), `already_cancelled`, `cancelled` (it had not started: everything is
--   released), or `requested` (its worker will see the request; also if it is no longer known whether the execution had started)
-- Locks: the execution, then its account
-- Callers: packages/executions/src/store/cancel.ts
CREATE OR REPLACE FUNCTION execution_cancel(p_project text, p_id text, p_lineage text, p_admin boolean) RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  e execution;
  at timestamptz := instant();
BEGIN
  SELECT * INTO e FROM execution WHERE project_id = p_project AND id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF e.key_lineage <> p_lineage AND NOT p_admin THEN
    RETURN 'forbidden';
  ELSIF e.status IN ('succeeded', 'failed') THEN
    RETURN 'already_finished';
  ELSIF e.status = 'cancelled' THEN
    RETURN 'already_cancelled';
  ELSIF e.status = 'queued' AND NOT execution_is_doubtful(e) THEN
    UPDATE execution SET status = 'cancelled', status_reason = 'cancelled_before_start', cancel_requested_at = at, charged_micros = 0,
                         billing = '[]', run_at = NULL, finished_at = at
      WHERE project_id = p_project AND id = p_id;
    RETURN 'cancelled';
  END IF;
  IF e.cancel_requested_at IS NULL THEN
    UPDATE execution
      SET cancel_requested_at = at,
          run_at = CASE WHEN claim_token IS NULL THEN least(run_at, at) ELSE run_at END,
          review_at = CASE WHEN claim_token IS NULL AND review_at > at THEN at ELSE review_at END
      WHERE project_id = p_project AND id = p_id;
    IF e.claim_token IS NULL THEN
      PERFORM execution_notify_at(ARRAY[p_project], ARRAY[p_id], '-infinity');
    END IF;
  END IF;
  RETURN 'requested';
END $$;
