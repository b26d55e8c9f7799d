-- What a worker does with an execution: claim, heartbeat, watch, record, finish, hand back. Sets, locks and index-only plans as
-- in the migration of execution_accept. Every write carries the epoch of the claim: a stale worker changes nothing.

-- Whether the client wants it stopped: it said so, or its own time limit has passed.
CREATE FUNCTION execution_is_to_stop(e execution) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT e.cancel_requested_at IS NOT NULL OR coalesce(e.cancel_after <= now(), false);
$$;

-- Claims executions for a worker: those of its engine that are queued, or running or under review without a live lease. Raises
-- the epoch. Executions that somebody else holds, or that have ended, are not returned. dispatch_at moves past the lease, so
-- that a worker that dies is noticed by the sweep. A review stays one until there is evidence, and is not an attempt.
CREATE FUNCTION execution_claim(p_ids text[], p_engine text, p_lease interval)
RETURNS TABLE (id text, project_id text, epoch integer, attempts integer, tool text, plan jsonb, steps jsonb, minimum_micros bigint,
               maximum_micros bigint, cancel_requested boolean, seconds_left double precision, created_at timestamptz,
               in_review boolean) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN QUERY
  WITH free AS (
    SELECT e.id FROM execution AS e
    WHERE e.id = ANY (p_ids) AND e.engine = p_engine
      AND (e.status = 'queued' OR (e.status IN ('running', 'needs_review') AND (e.lease_until IS NULL OR e.lease_until <= now())))
    ORDER BY e.id FOR NO KEY UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE execution AS e
      SET status = CASE e.status WHEN 'queued' THEN 'running' ELSE e.status END, epoch = e.epoch + 1,
          attempts = e.attempts + (e.status <> 'needs_review')::integer, nudges = 0, started_at = coalesce(e.started_at, now()),
          paused = false, lease_until = now() + p_lease, dispatch_at = now() + p_lease
      FROM free WHERE e.id = free.id
      RETURNING e.*
  )
  SELECT c.id, c.project_id, c.epoch, c.attempts, c.tool, c.plan,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('index', s.index, 'status', s.status, 'attempt', s.attempt,
                                     'units', s.units, 'result', s.result, 'costMicros', s.cost_micros::text, 'ref', s.ref,
                                     'ageSeconds', extract(epoch FROM now() - s.dispatched_at)) ORDER BY s.index), '[]')
          FROM execution_step AS s WHERE s.execution_id = c.id),
         c.minimum_micros, c.maximum_micros, execution_is_to_stop(c),
         c.max_runtime_seconds - extract(epoch FROM now() - c.started_at)::double precision, c.created_at::timestamptz,
         c.status = 'needs_review'
  FROM claimed AS c;
END $$;

-- Extends the leases that are still held, never one that was handed back nor a pause. An execution that is missing from the answer is no
-- longer this worker's.
CREATE FUNCTION execution_heartbeat(p_ids text[], p_epochs integer[], p_lease interval)
RETURNS TABLE (id text, cancel_requested boolean) LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH mine AS (
    SELECT e.id FROM execution AS e JOIN unnest(p_ids, p_epochs) AS held (id, epoch) ON e.id = held.id AND e.epoch = held.epoch
    WHERE e.status IN ('running', 'needs_review') AND e.lease_until IS NOT NULL AND NOT e.paused ORDER BY e.id FOR NO KEY UPDATE OF e
  )
  UPDATE execution AS e SET lease_until = now() + p_lease, dispatch_at = now() + p_lease
    FROM mine WHERE e.id = mine.id
    RETURNING e.id, execution_is_to_stop(e);
$$;

-- Reads, for a worker, which of its executions it still holds and which are to be cancelled. Writes nothing.
CREATE FUNCTION execution_watch(p_ids text[], p_epochs integer[])
RETURNS TABLE (id text, cancel_requested boolean) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT e.id, execution_is_to_stop(e)
  FROM execution AS e JOIN unnest(p_ids, p_epochs) AS held (id, epoch) ON e.id = held.id AND e.epoch = held.epoch
  WHERE e.status IN ('running', 'needs_review');
$$;

-- Writes finished steps and their files. A part of execution_record and execution_finish, which hold the executions.
-- p_items: JSON array of {id, epoch, steps: [{index, status, attempt, units, chargedMicros, costMicros, result, startedAt, finishedAt,
--   files: [{id, position, sha256 (hex), mimeType, sizeBytes, width, height, durationSeconds, objectKey}]}]}
CREATE FUNCTION execution_write_steps(p_items jsonb, p_retention interval) RETURNS void LANGUAGE sql AS $$
  INSERT INTO execution_step AS step (execution_id, index, status, attempt, epoch, units, charged_micros, cost_micros, result, started_at, finished_at)
    SELECT item.id, s.index, s.status, s.attempt, item.epoch, s.units, s."chargedMicros", s."costMicros", s.result, s."startedAt", s."finishedAt"
    FROM jsonb_to_recordset(p_items) AS item (id text, epoch integer, steps jsonb),
         jsonb_to_recordset(item.steps) AS s (index integer, status text, attempt integer, units bigint, "chargedMicros" bigint,
                                              "costMicros" bigint, result jsonb, "startedAt" timestamptz, "finishedAt" timestamptz)
    ON CONFLICT (execution_id, index) DO UPDATE
      SET status = excluded.status, attempt = excluded.attempt, epoch = excluded.epoch, units = excluded.units,
          charged_micros = excluded.charged_micros, cost_micros = excluded.cost_micros, result = excluded.result, started_at = excluded.started_at,
          finished_at = excluded.finished_at
      WHERE step.epoch <= excluded.epoch;
  INSERT INTO file (id, project_id, origin, execution_id, step, position, sha256, mime_type, size_bytes, width, height,
                    duration_seconds, object_key, expires_at)
    SELECT f.id, e.project_id, 'artifact', item.id, s.index, f.position, decode(f.sha256, 'hex'), f."mimeType", f."sizeBytes",
           f.width, f.height, f."durationSeconds", f."objectKey", now() + p_retention
    FROM jsonb_to_recordset(p_items) AS item (id text, steps jsonb)
    JOIN execution AS e ON e.id = item.id,
         jsonb_to_recordset(item.steps) AS s (index integer, files jsonb),
         jsonb_to_recordset(coalesce(s.files, '[]')) AS f (id text, position integer, sha256 text, "mimeType" text, "sizeBytes" bigint,
           width integer, height integer, "durationSeconds" double precision, "objectKey" text)
    ON CONFLICT (execution_id, step, position) WHERE origin = 'artifact' DO NOTHING;
$$;

-- Locks those of p_items ({id, epoch}) that this worker still holds, and returns them; a stale worker gets nothing.
CREATE FUNCTION execution_lock_held(p_items jsonb) RETURNS SETOF execution LANGUAGE sql AS $$
  SELECT e.* FROM execution AS e JOIN jsonb_to_recordset(p_items) AS item (id text, epoch integer) ON e.id = item.id AND e.epoch = item.epoch
  WHERE e.status IN ('running', 'needs_review') ORDER BY e.id FOR NO KEY UPDATE OF e;
$$;

-- Records finished steps by epoch. With `engine`, also hands the execution to that engine's queue in the same transaction: the
-- lease ends and dispatch_at is now. Without, the worker goes on under its lease. A recorded step ends a review. Returns the ids
-- that were still held.
-- p_items: as execution_write_steps, with engine (text or null).
CREATE FUNCTION execution_record(p_items jsonb, p_retention interval, p_dispatch_after interval) RETURNS TABLE (id text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  held text[];
BEGIN
  held := ARRAY(SELECT e.id FROM execution_lock_held(p_items) AS e);
  PERFORM execution_write_steps((SELECT coalesce(jsonb_agg(item), '[]') FROM jsonb_array_elements(p_items) AS item
                                 WHERE item ->> 'id' = ANY (held)), p_retention);
  UPDATE execution AS e
    SET status = 'running', review = NULL, resolve_by = NULL, review_looks = 0, -- time under review is not run time
        max_runtime_seconds = e.max_runtime_seconds + ceil(extract(epoch FROM now() - (e.review ->> 'since')::timestamptz))::integer
    WHERE e.id = ANY (held) AND e.status = 'needs_review';
  UPDATE execution AS e SET engine = item.engine, lease_until = NULL, dispatch_at = now() + p_dispatch_after, attempts = 0
    FROM jsonb_to_recordset(p_items) AS item (id text, engine text)
    WHERE e.id = item.id AND e.id = ANY (held) AND item.engine IS NOT NULL;
  RETURN QUERY SELECT unnest(held);
END $$;

-- Ends executions by epoch: last steps, files, terminal status and settlement in one transaction. Returns the ids that ended;
-- a missing id was no longer this worker's, and nothing of it was written.
-- p_items: as execution_write_steps, with status, statusReason, chargedMicros, billing, result, error.
CREATE FUNCTION execution_finish(p_items jsonb, p_retention interval) RETURNS TABLE (id text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  held text[];
  projects text[];
  holds bigint[];
  charges bigint[];
  counted boolean[];
BEGIN
  SELECT array_agg(e.id), array_agg(e.project_id), array_agg(e.maximum_micros), array_agg(item."chargedMicros"),
         array_agg(item."chargedMicros" > 0 OR item.status = 'succeeded')
    INTO held, projects, holds, charges, counted
    FROM execution_lock_held(p_items) AS e JOIN jsonb_to_recordset(p_items) AS item (id text, status text, "chargedMicros" bigint) USING (id);
  IF held IS NULL THEN
    RETURN;
  END IF;
  PERFORM execution_write_steps((SELECT jsonb_agg(item) FROM jsonb_array_elements(p_items) AS item WHERE item ->> 'id' = ANY (held)), p_retention);
  UPDATE execution AS e
    SET status = item.status, charged_micros = item."chargedMicros", billing = item.billing, result = item.result,
        error = item.error, lease_until = NULL, dispatch_at = NULL, finished_at = now(), review = NULL, resolve_by = NULL,
        status_reason = CASE WHEN item.status = 'cancelled' AND e.cancel_requested_at IS NULL THEN 'cancel_after' ELSE item."statusReason" END,
        cancel_requested_at = CASE item.status WHEN 'cancelled' THEN coalesce(e.cancel_requested_at, now()) ELSE e.cancel_requested_at END
    FROM jsonb_to_recordset(p_items) AS item (id text, status text, "statusReason" text, "chargedMicros" bigint, billing jsonb,
                                              result jsonb, error jsonb)
    WHERE e.id = item.id AND e.id = ANY (held);
  PERFORM ledger_settle(projects, held, holds, charges, counted);
  RETURN QUERY SELECT unnest(held);
END $$;

-- Gives executions back unharmed (a worker is being stopped): due at once, and the claim is not counted as an attempt. Said again,
-- because the answer was lost, it changes nothing and returns nothing.
CREATE FUNCTION execution_hand_back(p_items jsonb) RETURNS TABLE (id text) LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  UPDATE execution AS e SET lease_until = NULL, dispatch_at = now(),
    attempts = greatest(e.attempts - (e.status = 'running')::integer, 0)
    FROM execution_lock_held(p_items) AS held WHERE e.id = held.id AND held.lease_until IS NOT NULL
    RETURNING e.id;
$$;

-- Leaves an execution for a while: nobody can claim it before its lease ends, which is also when the keeper looks after it. Not
-- counted: nothing was tried, so it is no attempt; a provider may ask for such a pause, so none outlasts the run time or the
-- client's own limit, and a cancel ends it. False when it is no longer this worker's, or pauses already.
CREATE FUNCTION execution_postpone(p_id text, p_epoch integer, p_after interval, p_counted boolean) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  ends_at timestamptz;
BEGIN
  SELECT CASE WHEN p_counted THEN now() + p_after
              WHEN cancel_requested_at IS NOT NULL THEN now()
              ELSE least(now() + p_after, started_at + make_interval(secs => max_runtime_seconds), cancel_after) END
    INTO ends_at FROM execution WHERE id = p_id;
  UPDATE execution SET paused = true, lease_until = ends_at, dispatch_at = ends_at, attempts = greatest(attempts - (NOT p_counted)::integer, 0)
    WHERE id = p_id AND epoch = p_epoch AND status = 'running' AND lease_until IS NOT NULL AND NOT paused;
  RETURN FOUND;
END $$;
