-- Claims executions for a worker: those of its engine that are queued, or that are due and in nobody's hands, or whose lease has run out. Every write of
-- the worker carries the token of the claim, 74 random bits that no later claim draws again, not even after a failover that lost the last commits: a stale
-- worker changes nothing. An execution without a token is nobody's. A review stays one until there is evidence, and is not an attempt. A clock that was put
-- right may have left a start in the future.
--
-- Arguments: arrays of equal length: project and id; engine, lease, and the operations that the worker has (null: it lacks none); a plan that names another
--   is left to others
-- Results: a row an execution that is now this worker's, with its plan and its recorded steps; what somebody else holds, what pauses and what has ended is
--   missing
-- Locks: the executions by project and id; rows of execution_job where the lease is short
-- Callers: packages/executions/src/store/worker/claim.ts
CREATE OR REPLACE FUNCTION execution_claim(p_projects text[], p_ids text[], p_engine text, p_lease interval, p_operations text[] DEFAULT NULL)
RETURNS TABLE (id text, project_id text, claim_token uuid, epoch integer, attempts integer, tool text, plan jsonb, steps jsonb, minimum_micros bigint,
               maximum_micros bigint, cancel_requested boolean, seconds_left double precision, created_at timestamptz,
               in_review boolean) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  at timestamptz := instant();
  has CONSTANT jsonb := to_jsonb(p_operations);
  drawn text := left(gen_random_uuid()::text, 24); -- 74 random bits a call, and the place in it: a draw for each execution costs as much as a look-up
BEGIN
  IF p_engine = 'provider' THEN
    PERFORM execution_doubt(p_projects, p_ids);
  END IF;
  RETURN QUERY
  UPDATE execution AS e
    SET status = CASE e.status WHEN 'queued' THEN 'running' ELSE e.status END, epoch = e.epoch + 1, claim_token = (drawn || lpad(to_hex(item.n), 12, '0'))::uuid,
        attempts = e.attempts + (e.status <> 'needs_review')::integer, notified = 0,
        started_at = least(coalesce(e.started_at, at), at), leased_until = at + p_lease,
        max_runtime_seconds = e.max_runtime_seconds + CASE WHEN p_engine = 'provider' AND e.status = 'running'
          THEN execution_unheld_seconds(e.project_id, e.id, coalesce(e.leased_until, e.run_at), at) ELSE 0 END
    FROM (SELECT given.* FROM unnest(p_projects, p_ids) WITH ORDINALITY AS given (project_id, id, n) ORDER BY given.project_id, given.id) AS item
    WHERE e.project_id = item.project_id AND e.id = item.id AND e.engine = p_engine
      AND (e.status = 'queued' OR (e.status IN ('running', 'needs_review') AND coalesce(e.leased_until, e.review_at, e.run_at) <= at))
      AND (has IS NULL OR execution_plan_is_able(e.plan, p_engine, has))
    RETURNING e.id, e.project_id, e.claim_token, e.epoch, e.attempts, e.tool, e.plan,
      -- What our own machines have not begun has no steps.
      CASE WHEN e.epoch = 1 AND p_engine <> 'provider' THEN '[]'::jsonb ELSE
        (SELECT coalesce(jsonb_agg(jsonb_build_object('index', s.index, 'status', s.status, 'attempt', s.attempt,
                                    'units', s.units, 'result', s.result, 'costMicros', s.cost_micros::text, 'ref', s.ref,
                                    -- An intent of another timeline may have been taken back and sent elsewhere since.
                                    'provider', CASE WHEN s.status = 'submitted' OR (s.status <> 'pending' AND s.timeline = server_timeline()) THEN s.provider END,
                                    'ageSeconds', extract(epoch FROM at - s.dispatched_at),
                                    'seconds', extract(epoch FROM s.finished_at - s.started_at)) ORDER BY s.index), '[]')
         FROM execution_step AS s WHERE s.project_id = e.project_id AND s.execution_id = e.id) END,
      e.minimum_micros, e.maximum_micros, e.cancel_requested_at IS NOT NULL OR coalesce(e.cancel_after <= at, false),
      e.max_runtime_seconds - extract(epoch FROM at - e.started_at)::double precision, e.created_at::timestamptz, e.status = 'needs_review';
  -- The keeper looks again after 20 s at most where it woke somebody up, so only a shorter lease could end before that.
  IF p_lease < interval '20 seconds' THEN
    UPDATE execution_job AS j SET notify_at = at + p_lease FROM unnest(p_projects, p_ids) AS item (project_id, id)
      WHERE j.project_id = item.project_id AND j.engine = p_engine AND j.id = item.id AND j.notify_at > at + p_lease;
  END IF;
END $$;
