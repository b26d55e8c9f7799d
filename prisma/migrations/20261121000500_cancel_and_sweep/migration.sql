-- What others do with an execution: the client that cancels it, the keeper that looks after it. Sets, locks and index-only plans
-- as in the migration of execution_accept.

-- Asks to stop an execution. p_lineage: the caller's key lineage; p_admin: the caller may cancel any execution of the project.
-- Returns `not_found`, `forbidden`, `already_finished` (succeeded or failed), `already_cancelled`, `cancelled` (it had not
-- started: everything is released), or `requested` (its worker will see it; what nobody holds is made due at once). Out of a
-- pause, and of a review, whose lease is the pause until the next look, only by the first request: asking again hastens nothing, or
-- a client could use up the attempts.
CREATE FUNCTION execution_cancel(p_project text, p_id text, p_lineage text, p_admin boolean) RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  e execution;
  ends_pause boolean;
BEGIN
  SELECT * INTO e FROM execution WHERE id = p_id AND project_id = p_project FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF e.key_lineage <> p_lineage AND NOT p_admin THEN
    RETURN 'forbidden';
  ELSIF e.status IN ('succeeded', 'failed') THEN
    RETURN 'already_finished';
  ELSIF e.status = 'cancelled' THEN
    RETURN 'already_cancelled';
  ELSIF e.status = 'queued' THEN
    UPDATE execution SET status = 'cancelled', status_reason = 'cancelled_before_start', cancel_requested_at = now(), charged_micros = 0,
                         billing = '[]', dispatch_at = NULL, lease_until = NULL, finished_at = now()
      WHERE id = p_id;
    PERFORM ledger_settle(ARRAY[e.project_id], ARRAY[e.id], ARRAY[e.maximum_micros], ARRAY[0::bigint], ARRAY[false]);
    RETURN 'cancelled';
  END IF;
  ends_pause := (e.paused OR e.status = 'needs_review') AND e.cancel_requested_at IS NULL;
  UPDATE execution SET cancel_requested_at = coalesce(cancel_requested_at, now()),
                       lease_until = CASE WHEN NOT ends_pause THEN e.lease_until END,
                       dispatch_at = CASE WHEN ends_pause OR e.status = 'running' AND e.lease_until IS NULL THEN now() ELSE dispatch_at END
    WHERE id = p_id;
  RETURN 'requested';
END $$;

-- Cancels up to p_limit executions that nobody has begun within the client's own time limit. Returns how many.
CREATE FUNCTION execution_cancel_overdue(p_limit integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  overdue text[];
  projects text[];
  holds bigint[];
BEGIN
  WITH late AS (
    SELECT e.* FROM execution AS e WHERE e.status = 'queued' AND e.cancel_after <= now()
    ORDER BY e.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  )
  SELECT array_agg(id), array_agg(project_id), array_agg(maximum_micros) INTO overdue, projects, holds FROM late;
  IF overdue IS NULL THEN
    RETURN 0;
  END IF;
  UPDATE execution SET status = 'cancelled', status_reason = 'cancel_after', cancel_requested_at = now(), charged_micros = 0,
                       billing = '[]', dispatch_at = NULL, lease_until = NULL, finished_at = now()
    WHERE id = ANY (overdue);
  PERFORM ledger_settle(projects, overdue, holds, array_fill(0::bigint, ARRAY[cardinality(overdue)]),
                        array_fill(false, ARRAY[cardinality(overdue)]));
  RETURN cardinality(overdue);
END $$;

-- Takes up to p_limit executions whose dispatch_at has come, oldest first, and sets their next one with a backoff that doubles
-- from 5 s to at most 20 s, so that all of them are nudged again within 30 s of a queue's return. The caller nudges the queue of each. Any number of keepers may sweep at once.
CREATE FUNCTION execution_sweep(p_limit integer) RETURNS TABLE (id text, engine text, epoch integer) LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH due AS (
    SELECT e.id FROM execution AS e WHERE e.dispatch_at <= now() ORDER BY e.dispatch_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE execution AS e
    SET nudges = e.nudges + 1, dispatch_at = now() + least(interval '5 seconds' * power(2, least(e.nudges, 2)), interval '20 seconds')
    FROM due WHERE e.id = due.id
    RETURNING e.id, e.engine, e.epoch;
$$;
