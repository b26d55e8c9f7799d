-- What others do with an execution: the client that cancels it, the keeper that looks after it. Sets, locks and index-only plans
-- as in the migration of execution_accept.

-- When the keeper looks at these executions next; '-infinity': as soon as they are due. The caller holds their locks.
CREATE FUNCTION execution_notify_at(p_projects text[], p_ids text[], p_notify_at timestamptz) RETURNS void LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  UPDATE execution_job AS j SET notify_at = p_notify_at
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
    WHERE j.project_id = e.project_id AND j.engine = e.engine AND j.id = e.id;
$$;

-- Asks to stop an execution. p_lineage: the caller's key lineage; p_admin: the caller may cancel any execution of the project.
-- Returns `not_found`, `forbidden`, `already_finished` (succeeded or failed), `already_cancelled`, `cancelled` (it had not
-- started: everything is released), or `requested` (its worker will see it; also where nobody can tell any more whether it had). The first request ends the pause of what nobody holds, of a
-- review too; asking again hastens nothing, or a client could use up the attempts.
CREATE FUNCTION execution_cancel(p_project text, p_id text, p_lineage text, p_admin boolean) RETURNS text LANGUAGE plpgsql
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

-- Cancels up to p_limit executions that nobody has begun within the client's own time limit. Returns how many.
CREATE FUNCTION execution_cancel_overdue(p_limit integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  at timestamptz := instant();
  overdue text[];
  projects text[];
BEGIN
  WITH late AS ( -- each looked at for its job, whatever the planner believes of the tables; none is waited for, so that their order is free
    SELECT e.project_id, e.id FROM execution_job AS j CROSS JOIN LATERAL (
      SELECT e.project_id, e.id FROM execution AS e
      WHERE e.project_id = j.project_id AND e.id = j.id AND e.status = 'queued' AND e.cancel_after <= at AND NOT execution_is_doubtful(e)
      FOR NO KEY UPDATE SKIP LOCKED) AS e
    WHERE j.cancel_after <= at LIMIT p_limit
  )
  SELECT array_agg(id), array_agg(project_id) INTO overdue, projects FROM late;
  IF overdue IS NULL THEN
    RETURN 0;
  END IF;
  UPDATE execution AS e SET status = 'cancelled', status_reason = 'cancel_after', cancel_requested_at = at, charged_micros = 0,
                       billing = '[]', run_at = NULL, finished_at = at
    FROM unnest(projects, overdue) AS late (project_id, id) WHERE e.project_id = late.project_id AND e.id = late.id;
  RETURN cardinality(overdue);
END $$;

-- Makes due what no clock of today can have put so far off: a clock that was ahead and has been put right leaves such times behind, and
-- nobody would look before they come. A pause ends with the run time or within a minute, the keeper looks again within one, the looks at a
-- review are 1 h apart at most, and a lease is 1 h at most; its holder goes on renewing it, so it is only cut short. Looks at what the
-- sweep would put off, and at what is put off for more than that minute. A part of execution_sweep.
CREATE FUNCTION execution_mend_times(p_limit integer) RETURNS void LANGUAGE sql SET enable_seqscan = off AS $$
  WITH looked_at AS (
    (SELECT j.* FROM execution_job AS j WHERE j.notify_at > instant() + interval '1 minute')
    UNION ALL
    (SELECT j.* FROM execution_job AS j WHERE j.notify_at <= instant() ORDER BY j.notify_at LIMIT p_limit)
  ), far AS (
    SELECT e.project_id, e.engine, e.id FROM looked_at JOIN execution AS e USING (project_id, id)
    WHERE looked_at.notify_at > instant() + interval '1 minute' OR e.leased_until > instant() + interval '1 hour'
       OR e.leased_until IS NULL AND e.review_at > instant() + interval '1 hour'
       OR coalesce(e.leased_until, e.review_at) IS NULL
          AND e.run_at > instant() + greatest(make_interval(secs => e.max_runtime_seconds), interval '1 minute')
    ORDER BY e.project_id, e.id FOR NO KEY UPDATE OF e SKIP LOCKED
  ), noted AS (
    UPDATE execution_job AS j SET notify_at = '-infinity' FROM far
      WHERE j.project_id = far.project_id AND j.engine = far.engine AND j.id = far.id AND j.notify_at > instant() + interval '1 minute'
  )
  UPDATE execution AS e
    SET run_at = least(e.run_at, instant()),
        started_at = CASE WHEN e.started_at > instant() THEN instant() ELSE e.started_at END,
        review_at = CASE WHEN e.review_at > instant() + interval '1 hour' THEN instant() ELSE e.review_at END,
        leased_until = CASE WHEN e.leased_until > instant() + interval '1 hour' THEN instant() + interval '1 minute' ELSE e.leased_until END
    FROM far WHERE e.project_id = far.project_id AND e.id = far.id;
$$;

-- Takes up to p_limit executions that the keeper has to look at, longest due first. For those that somebody has to take up (the end of the
-- lease of whoever holds it, else the next look of a review, else when it is due, has come) it sets when the next wake-up may follow,
-- with a backoff that doubles from 5 s to at most 20 s, so that all of them are notified again within 30 s of a queue's return; the caller
-- notifies the queue of each. The others are put off until then, for a minute at most. Any number of keepers may sweep at once.
CREATE FUNCTION execution_sweep(p_limit integer) RETURNS TABLE (project_id text, id text, engine text, epoch integer) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  at timestamptz := instant();
BEGIN
  PERFORM execution_mend_times(p_limit);
  RETURN QUERY
  WITH looked_at AS (
    SELECT j.project_id, j.engine, j.id, e.notified, coalesce(e.leased_until, e.review_at, e.run_at) AS due
    FROM execution_job AS j JOIN execution AS e ON e.project_id = j.project_id AND e.id = j.id
    WHERE j.notify_at <= at ORDER BY j.notify_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ), put_off AS (
    UPDATE execution_job AS j
      SET notify_at = CASE WHEN looked_at.due > at THEN least(looked_at.due, at + interval '1 minute')
                           ELSE at + least(interval '5 seconds' * power(2, least(looked_at.notified, 2)), interval '20 seconds') END
      FROM looked_at WHERE j.project_id = looked_at.project_id AND j.engine = looked_at.engine AND j.id = looked_at.id
  )
  UPDATE execution AS e SET notified = e.notified + 1
    FROM looked_at WHERE e.project_id = looked_at.project_id AND e.id = looked_at.id AND looked_at.due <= at
    RETURNING e.project_id, e.id, e.engine, e.epoch;
END $$;
