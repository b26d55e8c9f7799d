-- Steps with a paid external call, and executions whose call has an unknown outcome. Locks and index-only plans as in the
-- migration of execution_accept. Every write carries the token of the claim: a stale worker changes nothing and may send nothing.
--
-- pending → dispatching (the intent, committed before anything is sent) → submitted (the provider named it) → succeeded | failed;
-- dispatching → pending only if the call provably never arrived; dispatching or submitted → unknown when nobody can tell.

-- Commits the intent to send. Returns `committed`; `refused` when the client wants the execution stopped or it is under review
-- (nothing may be sent then); `lost` when it is no longer this worker's. The age of an intent that stands is kept, and so is its entry: only
-- one that was taken back may be followed by one for another entry (p_provider).
CREATE FUNCTION execution_step_dispatch(p_project text, p_id text, p_claim_token uuid, p_index integer, p_token text, p_exposure_micros bigint, p_provider text)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  e execution;
BEGIN
  SELECT * INTO e FROM execution WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status IN ('running', 'needs_review') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'lost';
  ELSIF execution_is_to_stop(e) OR e.status = 'needs_review' THEN
    RETURN 'refused';
  END IF;
  INSERT INTO execution_step AS step (project_id, execution_id, index, status, attempt, claim_token, token, provider, exposure_micros, started_at, dispatched_at)
    VALUES (p_project, p_id, p_index, 'dispatching', greatest(e.attempts, 1), p_claim_token, p_token, p_provider, p_exposure_micros, instant(), instant())
    ON CONFLICT (project_id, execution_id, index) DO UPDATE
      SET status = 'dispatching', attempt = excluded.attempt, claim_token = excluded.claim_token, timeline = excluded.timeline, token = excluded.token,
          provider = excluded.provider, exposure_micros = excluded.exposure_micros, dispatched_at = coalesce(step.dispatched_at, excluded.dispatched_at)
      WHERE step.status IN ('pending', 'dispatching', 'unknown') AND (step.token IS NULL OR step.token = excluded.token)
        AND (step.status = 'pending' OR step.provider IS NULL OR step.provider = excluded.provider);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'step % of % has an outcome, another token or another entry', p_index, p_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN 'committed';
END $$;

-- Takes an intent back: the call provably never reached the provider. False when the execution is no longer this worker's.
CREATE FUNCTION execution_step_undelivered(p_project text, p_id text, p_claim_token uuid, p_index integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM execution WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status IN ('running', 'needs_review') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE execution_step SET status = 'pending', timeline = server_timeline(), dispatched_at = NULL
    WHERE project_id = p_project AND execution_id = p_id AND index = p_index AND status IN ('pending', 'dispatching');
  RETURN true;
END $$;

-- Notes what the provider calls it, so that anybody can ask for it. False when the execution is no longer this worker's.
CREATE FUNCTION execution_step_submitted(p_project text, p_id text, p_claim_token uuid, p_index integer, p_ref text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM execution WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status IN ('running', 'needs_review') FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE execution_step SET status = 'submitted', ref = p_ref, claim_token = p_claim_token
    WHERE project_id = p_project AND execution_id = p_id AND index = p_index AND status IN ('dispatching', 'submitted', 'unknown');
  RETURN true;
END $$;

-- When an execution under review is looked at again: p_backoff, doubling to 360 times it (10 s to 1 h), never past resolve_by nor
-- past the moment from which the client wants it stopped.
CREATE FUNCTION execution_next_lookup(e execution, p_backoff interval, p_resolve interval) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(instant() + least(p_backoff * least(power(2, e.review_lookups), 360), interval '1 hour'), coalesce(e.resolve_by, instant() + p_resolve),
               CASE WHEN e.cancel_after > instant() THEN e.cancel_after END);
$$;

-- Puts executions under review, or back under it after a look that found nothing: the hold stays, the claim ends, and
-- resolve_by is set once. Returns the claim tokens that still held.
-- p_items: JSON array of {projectId, id, claimToken, step, reason}.
CREATE FUNCTION execution_review(p_items jsonb, p_backoff interval, p_resolve interval) RETURNS SETOF uuid LANGUAGE plpgsql
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
        resolve_by = coalesce(e.resolve_by, instant() + p_resolve), review_lookups = e.review_lookups + 1, leased_until = NULL,
        review_at = execution_next_lookup(e, p_backoff, p_resolve), notified = 0
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text, step integer, reason text)
    LEFT JOIN execution_step AS s ON s.project_id = item."projectId" AND s.execution_id = item.id AND s.index = item.step
    WHERE e.project_id = item."projectId" AND e.id = item.id;
  PERFORM execution_notify_at(array_agg(item."projectId"), array_agg(item.id), '-infinity') FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text);
  RETURN QUERY SELECT (item ->> 'claimToken')::uuid FROM jsonb_array_elements(mine) AS item;
END $$;
