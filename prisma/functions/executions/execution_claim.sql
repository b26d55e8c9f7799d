-- Claims executions for a worker: executions of its engine that are queued, that are due and unclaimed, or whose lease has expired. Every write of the worker
-- carries the token of the claim. A token has 74 random bits, so that no later claim repeats it, not even after a failover that lost commits: a stale worker
-- writes nothing. An execution without a token is unclaimed. A review stays a review until there is evidence, and does not count as an attempt. If the clock
-- was corrected, a start may lie in the future.
--
-- Arguments: arrays of equal length: project and id; engine, lease, the worker's operations (null: all), and the name of the process for the history. A plan
--   with other operations is left to other workers
-- Results: one row per claimed execution, with its plan, its recorded steps, and the entry of its history for the claim whose lease expired (else any entry
--   or null). Executions that are held by another worker, paused or ended are missing
-- Locks: the executions by project and id; rows of execution_job if the lease is short
-- Callers: packages/executions/src/store/worker/claim.ts
CREATE OR REPLACE FUNCTION execution_claim(p_projects text[], p_ids text[], p_engine text, p_lease interval, p_operations text[], p_worker text)
RETURNS TABLE (id text, project_id text, claim_token uuid, epoch integer, attempts integer, tool text, plan jsonb, steps jsonb, minimum_micros bigint,
               maximum_micros bigint, cancel_requested boolean, seconds_left double precision, created_at timestamptz,
               in_review boolean, noted_before jsonb) LANGUAGE plpgsql
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
        history = execution_noted(
          CASE WHEN e.claim_token IS NULL THEN e.history
               ELSE execution_noted(e.history, 'lost', e.leased_until, e.epoch, NULL, e.history -> -1 ->> 4) END,
          'claimed', at, e.epoch + 1, p_engine, p_worker),
        started_at = least(coalesce(e.started_at, at), at), leased_until = at + p_lease,
        max_runtime_seconds = e.max_runtime_seconds + CASE WHEN p_engine = 'provider' AND e.status = 'running'
          THEN execution_unheld_seconds(e.project_id, e.id, coalesce(e.leased_until, e.run_at), at) ELSE 0 END
    FROM (SELECT given.* FROM unnest(p_projects, p_ids) WITH ORDINALITY AS given (project_id, id, n) ORDER BY given.project_id, given.id) AS item
    WHERE e.project_id = item.project_id AND e.id = item.id AND e.engine = p_engine
      AND (e.status = 'queued' OR (e.status IN ('running', 'needs_review') AND coalesce(e.leased_until, e.review_at, e.run_at) <= at))
      AND (has IS NULL OR execution_plan_is_able(e.plan, p_engine, has))
    RETURNING e.id, e.project_id, e.claim_token, e.epoch, e.attempts, e.tool, e.plan,
      -- An execution without external calls that was never claimed before has no steps.
      CASE WHEN e.epoch = 1 AND p_engine <> 'provider' THEN '[]'::jsonb ELSE
        (SELECT coalesce(jsonb_agg(jsonb_build_object('index', s.index, 'status', s.status, 'attempt', s.attempt,
                                    'units', s.units, 'result', s.result, 'costMicros', s.cost_micros::text, 'ref', s.ref,
                                    -- The server may have lost that an intent of another timeline was withdrawn and sent to another provider.
                                    'provider', CASE WHEN s.status = 'submitted' OR (s.status <> 'pending' AND s.timeline = server_timeline()) THEN s.provider END,
                                    'ageSeconds', extract(epoch FROM at - s.dispatched_at),
                                    'seconds', extract(epoch FROM s.finished_at - s.started_at)) ORDER BY s.index), '[]')
         FROM execution_step AS s WHERE s.project_id = e.project_id AND s.execution_id = e.id) END,
      e.minimum_micros, e.maximum_micros, e.cancel_requested_at IS NOT NULL OR coalesce(e.cancel_after <= at, false),
      e.max_runtime_seconds - extract(epoch FROM at - e.started_at)::double precision, e.created_at::timestamptz, e.status = 'needs_review', e.history -> -2;
  -- After a wake-up the keeper looks again within 20 s, so only a shorter lease could expire before that.
  IF p_lease < interval '20 seconds' THEN
    UPDATE execution_job AS j SET notify_at = at + p_lease FROM unnest(p_projects, p_ids) AS item (project_id, id)
      WHERE j.project_id = item.project_id AND j.engine = p_engine AND j.id = item.id AND j.notify_at > at + p_lease;
  END IF;
END $$;

-- The signature of release 0.3.0, whose workers run beside newer ones during an upgrade.
CREATE OR REPLACE FUNCTION execution_claim(p_projects text[], p_ids text[], p_engine text, p_lease interval, p_operations text[] DEFAULT NULL)
RETURNS TABLE (id text, project_id text, claim_token uuid, epoch integer, attempts integer, tool text, plan jsonb, steps jsonb, minimum_micros bigint,
               maximum_micros bigint, cancel_requested boolean, seconds_left double precision, created_at timestamptz, in_review boolean) LANGUAGE sql AS $$
  SELECT c.id, c.project_id, c.claim_token, c.epoch, c.attempts, c.tool, c.plan, c.steps, c.minimum_micros, c.maximum_micros, c.cancel_requested,
         c.seconds_left, c.created_at, c.in_review
  FROM execution_claim(p_projects, p_ids, p_engine, p_lease, p_operations, NULL) AS c;
$$;
