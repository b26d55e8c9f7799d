-- Makes due what no clock of today can have put so far off: a clock that was ahead and has been put right leaves such times behind, and nobody would look
-- before they come. A pause ends with the run time or within a minute, the keeper looks again within one, the looks at a review are 1 h apart at most, and
-- a lease is 1 h at most; its holder goes on renewing it, so it is only cut short. Looks at what the sweep would put off, and at what is put off for more
-- than that minute. A part of execution_sweep.
--
-- Arguments: how many at most
-- Results: nothing
-- Locks: the executions by project and id; those that somebody else holds are skipped
-- Callers: execution_sweep
CREATE OR REPLACE FUNCTION execution_mend_times(p_limit integer) RETURNS void LANGUAGE sql SET enable_seqscan = off AS $$
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
