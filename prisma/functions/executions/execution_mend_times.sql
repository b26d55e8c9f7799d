-- Resets times that are further in the future than any correct clock could have set them: after a clock that was ahead is corrected, the keeper would not
-- look at these executions for a long time. A pause ends with the run time or within a minute, the keeper looks again within a minute, lookups of a review
-- are at most 1 h apart, and a lease lasts at most 1 h; its holder keeps renewing it, so it is only shortened. Examines executions that the sweep would put
-- off, and those that are put off for more than a minute. Part of execution_sweep.
--
-- Arguments: the maximum number
-- Results: nothing
-- Locks: the executions by project and id, without those that other transactions hold
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
