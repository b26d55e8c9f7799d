-- Puts executions under review, or back under review after a lookup without a result: the hold stays, the claim ends, and resolve_by is set once.
--
-- Arguments: JSON array of {projectId, id, claimToken, step, reason}; the first pause, the maximum duration of a review
-- Results: the claim tokens that were still valid
-- Locks: execution_lock_held
-- Callers: packages/executions/src/store/worker/review.ts
CREATE OR REPLACE FUNCTION execution_review(p_items jsonb, p_backoff interval, p_resolve interval) RETURNS SETOF uuid LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  mine jsonb; -- the items of what is still held
BEGIN
  SELECT coalesce(jsonb_agg(e.item), '[]') INTO mine FROM execution_lock_held(p_items) AS e;
  UPDATE execution_step AS s SET status = 'unknown'
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text, step integer)
    WHERE s.project_id = item."projectId" AND s.execution_id = item.id AND s.index = item.step AND s.status IN ('dispatching', 'submitted');
  UPDATE execution AS e
    SET status = 'needs_review', status_reason = item.reason, claim_token = NULL,
        review = coalesce(e.review, jsonb_build_object('step', item.step, 'reason', item.reason,
          'since', to_char(instant() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'exposureMicros', coalesce(s.exposure_micros, e.maximum_micros))),
        history = execution_noted(e.history, 'review_began', instant(), e.epoch, item.reason, NULL),
        resolve_by = coalesce(e.resolve_by, instant() + p_resolve), review_lookups = e.review_lookups + 1, leased_until = NULL,
        review_at = execution_next_lookup(e, p_backoff, p_resolve), notified = 0
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text, step integer, reason text)
    LEFT JOIN execution_step AS s ON s.project_id = item."projectId" AND s.execution_id = item.id AND s.index = item.step
    WHERE e.project_id = item."projectId" AND e.id = item.id;
  -- The keeper ends a review whose time is over. Workers are not woken meanwhile: a look-up of a call that still runs takes up to its run time, and the keeper
  -- would never find the review unclaimed.
  PERFORM execution_notify_at(array_agg(woken.project_id), array_agg(woken.id), woken.at) FROM (
    SELECT e.project_id, e.id, CASE WHEN e.resolve_by <= instant() THEN instant() + interval '1 minute' ELSE '-infinity' END AS at
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text) JOIN execution AS e ON e.project_id = item."projectId" AND e.id = item.id
  ) AS woken GROUP BY woken.at;
  RETURN QUERY SELECT (item ->> 'claimToken')::uuid FROM jsonb_array_elements(mine) AS item;
END $$;
