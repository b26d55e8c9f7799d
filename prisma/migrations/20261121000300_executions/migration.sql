-- Executions: accept, claim, heartbeat, record, finish, hand back, cancel, sweep. Each is one transaction and works on sets,
-- so that many executions of one moment cost one call. Money moves only through the ledger's functions.
--
-- Locks, in this order everywhere: executions by id, then accounts by project_id, then usage. `execution_accept` locks accounts
-- first, but the executions it then inserts are its own and nobody else can see them.

-- The edges of the state table. packages/executions holds the same table; a test compares all pairs.
CREATE FUNCTION execution_edge_allowed(p_from text, p_to text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_from, p_to) IN (
    ('queued', 'running'), ('queued', 'cancelled'),
    ('running', 'succeeded'), ('running', 'failed'), ('running', 'cancelled'), ('running', 'needs_review'),
    ('needs_review', 'running'), ('needs_review', 'succeeded'), ('needs_review', 'failed'), ('needs_review', 'cancelled'));
$$;

CREATE FUNCTION execution_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an accepted execution exists for ever' USING ERRCODE = 'restrict_violation';
  ELSIF OLD.status IN ('succeeded', 'failed', 'cancelled') THEN
    RAISE EXCEPTION 'execution % is %, which is final', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  ELSIF NEW.status <> OLD.status AND NOT execution_edge_allowed(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'execution % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  ELSIF NEW.epoch < OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of execution % only rises', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER execution_guard BEFORE UPDATE OR DELETE ON execution FOR EACH ROW EXECUTE FUNCTION execution_guard();

-- Accepts paid executions: finds replays, checks cap and balance, holds the maximum, inserts the execution with its
-- dispatch_at.
--
-- p_requests: JSON array of {ord, id, projectId, keyId, keyLineage, idempotencyKey, bodySha256 (hex), tool, model,
--   priceVersion, minimumMicros, maximumMicros, arguments, plan, engine, maxRuntimeSeconds}; ord numbers them from 0.
-- p_dispatch_after: when the keeper looks after an execution that no worker has claimed.
-- Returns one row a request: outcome `accepted`, `found` (this idempotency key was accepted before; execution_id names it and
--   the caller compares body and lineage), `deferred` (the same key stands earlier in this very call: call again),
--   `insufficient_balance` or `monthly_cap_reached` (with what is available and what is required), `no_account`.
CREATE FUNCTION execution_accept(p_requests jsonb, p_dispatch_after interval)
RETURNS TABLE (ord integer, outcome text, execution_id text, available_micros bigint, required_micros bigint, created_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  request record;
  current_project text;
  available bigint;
  cap_left bigint; -- null: no cap
  accepted integer[] := '{}';
  projects text[] := '{}';
  executions text[] := '{}';
  holds bigint[] := '{}';
BEGIN
  PERFORM ledger_lock(ARRAY(SELECT DISTINCT item ->> 'projectId' FROM jsonb_array_elements(p_requests) AS item));

  -- A new statement, so it sees what committed while this one waited for the locks.
  FOR request IN
    SELECT item.ord, item.id, item."projectId" AS project_id, item."maximumMicros" AS maximum, before.id AS found_id,
           first_value(item.ord) OVER same_key AS first_ord,
           account.project_id IS NOT NULL AS has_account, account.available_micros AS available,
           project.monthly_cap_micros - coalesce(usage.charged_micros, 0) - account.held_micros AS cap_left
    FROM jsonb_to_recordset(p_requests) AS item (ord integer, id text, "projectId" text, "idempotencyKey" text, "maximumMicros" bigint)
    LEFT JOIN ledger_account AS account ON account.project_id = item."projectId"
    LEFT JOIN project ON project.id = item."projectId"
    LEFT JOIN usage_month AS usage
      ON usage.project_id = item."projectId" AND usage.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
    LEFT JOIN execution AS before ON before.project_id = item."projectId" AND before.idempotency_key = item."idempotencyKey"
    WINDOW same_key AS (PARTITION BY item."projectId", item."idempotencyKey" ORDER BY item.ord)
    ORDER BY item."projectId", item.ord
  LOOP
    IF request.project_id IS DISTINCT FROM current_project THEN
      current_project := request.project_id;
      available := request.available;
      cap_left := request.cap_left;
    END IF;
    ord := request.ord;
    execution_id := coalesce(request.found_id, request.id);
    required_micros := request.maximum;
    available_micros := available;
    created_at := now()::timestamptz(3); -- as the column keeps it
    IF request.found_id IS NOT NULL THEN
      outcome := 'found';
    ELSIF NOT request.has_account THEN
      outcome := 'no_account';
    ELSIF request.first_ord <> request.ord THEN
      outcome := 'deferred';
    ELSIF cap_left < request.maximum THEN
      outcome := 'monthly_cap_reached';
      available_micros := greatest(cap_left, 0);
    ELSIF available < request.maximum THEN
      outcome := 'insufficient_balance';
    ELSE
      outcome := 'accepted';
      available := available - request.maximum;
      cap_left := cap_left - request.maximum;
      accepted := accepted || request.ord;
      projects := projects || request.project_id;
      executions := executions || request.id;
      holds := holds || request.maximum;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF cardinality(accepted) > 0 THEN
    PERFORM ledger_reserve(projects, executions, holds);
    INSERT INTO execution (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version,
                           minimum_micros, maximum_micros, arguments, plan, engine, max_runtime_seconds, dispatch_at)
      SELECT item.id, item."projectId", item."keyId", item."keyLineage", item."idempotencyKey", decode(item."bodySha256", 'hex'),
             item.tool, item.model, item."priceVersion", item."minimumMicros", item."maximumMicros", item.arguments, item.plan,
             item.engine, item."maxRuntimeSeconds", now() + p_dispatch_after
      FROM jsonb_to_recordset(p_requests) AS item (ord integer, id text, "projectId" text, "keyId" text, "keyLineage" text,
             "idempotencyKey" text, "bodySha256" text, tool text, model text, "priceVersion" text, "minimumMicros" bigint,
             "maximumMicros" bigint, arguments jsonb, plan jsonb, engine text, "maxRuntimeSeconds" integer)
      WHERE item.ord = ANY (accepted);
  END IF;
END $$;

-- Claims executions for a worker: those of its engine that are queued, or running without a live lease. Raises the epoch.
-- Executions that somebody else holds, or that have ended, are not returned. dispatch_at moves past the lease, so that a
-- worker that dies is noticed by the sweep.
CREATE FUNCTION execution_claim(p_ids text[], p_engine text, p_lease interval)
RETURNS TABLE (id text, project_id text, epoch integer, attempts integer, tool text, plan jsonb, steps jsonb, minimum_micros bigint,
               maximum_micros bigint, cancel_requested boolean, seconds_left double precision) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
  WITH free AS (
    SELECT e.id FROM execution AS e
    WHERE e.id = ANY (p_ids) AND e.engine = p_engine
      AND (e.status = 'queued' OR (e.status = 'running' AND (e.lease_until IS NULL OR e.lease_until <= now())))
    ORDER BY e.id FOR NO KEY UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE execution AS e
      SET status = 'running', epoch = e.epoch + 1, attempts = e.attempts + 1, nudges = 0, started_at = coalesce(e.started_at, now()),
          lease_until = now() + p_lease, dispatch_at = now() + p_lease
      FROM free WHERE e.id = free.id
      RETURNING e.*
  )
  SELECT c.id, c.project_id, c.epoch, c.attempts, c.tool, c.plan,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('index', s.index, 'status', s.status, 'attempt', s.attempt,
                                     'units', s.units, 'chargedMicros', s.charged_micros, 'result', s.result) ORDER BY s.index), '[]')
          FROM execution_step AS s WHERE s.execution_id = c.id),
         c.minimum_micros, c.maximum_micros, c.cancel_requested_at IS NOT NULL,
         c.max_runtime_seconds - extract(epoch FROM now() - c.started_at)::double precision
  FROM claimed AS c;
END $$;

-- Extends the leases that are still held. An execution that is missing from the answer is no longer this worker's.
CREATE FUNCTION execution_heartbeat(p_ids text[], p_epochs integer[], p_lease interval)
RETURNS TABLE (id text, cancel_requested boolean) LANGUAGE sql AS $$
  WITH mine AS (
    SELECT e.id FROM execution AS e JOIN unnest(p_ids, p_epochs) AS held (id, epoch) ON e.id = held.id AND e.epoch = held.epoch
    WHERE e.status = 'running' ORDER BY e.id FOR NO KEY UPDATE OF e
  )
  UPDATE execution AS e SET lease_until = now() + p_lease, dispatch_at = now() + p_lease
    FROM mine WHERE e.id = mine.id
    RETURNING e.id, e.cancel_requested_at IS NOT NULL;
$$;

-- Reads, for a worker, which of its executions it still holds and which are to be cancelled. Writes nothing.
CREATE FUNCTION execution_watch(p_ids text[], p_epochs integer[])
RETURNS TABLE (id text, cancel_requested boolean) LANGUAGE sql STABLE AS $$
  SELECT e.id, e.cancel_requested_at IS NOT NULL
  FROM execution AS e JOIN unnest(p_ids, p_epochs) AS held (id, epoch) ON e.id = held.id AND e.epoch = held.epoch
  WHERE e.status = 'running';
$$;

-- Writes finished steps and their files. A part of execution_record and execution_finish, which hold the executions.
-- p_items: JSON array of {id, epoch, steps: [{index, status, attempt, units, chargedMicros, result, startedAt, finishedAt,
--   files: [{id, position, sha256 (hex), mimeType, sizeBytes, width, height, durationSeconds, objectKey}]}]}
CREATE FUNCTION execution_write_steps(p_items jsonb, p_retention interval) RETURNS void LANGUAGE sql AS $$
  INSERT INTO execution_step AS step (execution_id, index, status, attempt, epoch, units, charged_micros, result, started_at, finished_at)
    SELECT item.id, s.index, s.status, s.attempt, item.epoch, s.units, s."chargedMicros", s.result, s."startedAt", s."finishedAt"
    FROM jsonb_to_recordset(p_items) AS item (id text, epoch integer, steps jsonb),
         jsonb_to_recordset(item.steps) AS s (index integer, status text, attempt integer, units bigint, "chargedMicros" bigint,
                                              result jsonb, "startedAt" timestamptz, "finishedAt" timestamptz)
    ON CONFLICT (execution_id, index) DO UPDATE
      SET status = excluded.status, attempt = excluded.attempt, epoch = excluded.epoch, units = excluded.units,
          charged_micros = excluded.charged_micros, result = excluded.result, started_at = excluded.started_at,
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
  WHERE e.status = 'running' ORDER BY e.id FOR NO KEY UPDATE OF e;
$$;

-- Records finished steps by epoch. With `engine`, also hands the execution to that engine's queue in the same transaction: the
-- lease ends and dispatch_at is now. Without, the worker goes on under its lease. Returns the ids that were still held.
-- p_items: as execution_write_steps, with engine (text or null).
CREATE FUNCTION execution_record(p_items jsonb, p_retention interval, p_dispatch_after interval) RETURNS TABLE (id text) LANGUAGE plpgsql AS $$
DECLARE
  held text[];
BEGIN
  held := ARRAY(SELECT e.id FROM execution_lock_held(p_items) AS e);
  PERFORM execution_write_steps((SELECT coalesce(jsonb_agg(item), '[]') FROM jsonb_array_elements(p_items) AS item
                                 WHERE item ->> 'id' = ANY (held)), p_retention);
  UPDATE execution AS e SET engine = item.engine, lease_until = NULL, dispatch_at = now() + p_dispatch_after, attempts = 0
    FROM jsonb_to_recordset(p_items) AS item (id text, engine text)
    WHERE e.id = item.id AND e.id = ANY (held) AND item.engine IS NOT NULL;
  RETURN QUERY SELECT unnest(held);
END $$;

-- Ends executions by epoch: last steps, files, terminal status and settlement in one transaction. Returns the ids that ended;
-- a missing id was no longer this worker's, and nothing of it was written.
-- p_items: as execution_write_steps, with status, statusReason, chargedMicros, billing, result, error.
CREATE FUNCTION execution_finish(p_items jsonb, p_retention interval) RETURNS TABLE (id text) LANGUAGE plpgsql AS $$
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
    SET status = item.status, status_reason = item."statusReason", charged_micros = item."chargedMicros", billing = item.billing,
        result = item.result, error = item.error, lease_until = NULL, dispatch_at = NULL, finished_at = now()
    FROM jsonb_to_recordset(p_items) AS item (id text, status text, "statusReason" text, "chargedMicros" bigint, billing jsonb,
                                              result jsonb, error jsonb)
    WHERE e.id = item.id AND e.id = ANY (held);
  PERFORM ledger_settle(projects, held, holds, charges, counted);
  RETURN QUERY SELECT unnest(held);
END $$;

-- Gives executions back unharmed (a worker is being stopped): due at once, and the claim is not counted as an attempt.
CREATE FUNCTION execution_hand_back(p_items jsonb) RETURNS TABLE (id text) LANGUAGE sql AS $$
  UPDATE execution AS e SET lease_until = NULL, dispatch_at = now(), attempts = greatest(e.attempts - 1, 0)
    FROM execution_lock_held(p_items) AS held WHERE e.id = held.id
    RETURNING e.id;
$$;

-- Asks to stop an execution. p_lineage: the caller's key lineage; p_admin: the caller may cancel any execution of the project.
-- Returns `not_found`, `forbidden`, `already_finished` (succeeded or failed), `already_cancelled`, `cancelled` (it had not
-- started: everything is released), or `requested` (its worker will see it; who holds no lease is made due at once).
CREATE FUNCTION execution_cancel(p_project text, p_id text, p_lineage text, p_admin boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  e execution;
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
  UPDATE execution SET cancel_requested_at = coalesce(cancel_requested_at, now()),
                       dispatch_at = CASE WHEN lease_until IS NULL AND status = 'running' THEN now() ELSE dispatch_at END
    WHERE id = p_id;
  RETURN 'requested';
END $$;

-- Takes up to p_limit executions whose dispatch_at has come, oldest first, and sets their next one with a backoff that doubles
-- from 5 s to at most 60 s. The caller nudges the queue of each. Any number of keepers may sweep at once.
CREATE FUNCTION execution_sweep(p_limit integer) RETURNS TABLE (id text, engine text, epoch integer) LANGUAGE sql AS $$
  WITH due AS (
    SELECT e.id FROM execution AS e WHERE e.dispatch_at <= now() ORDER BY e.dispatch_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE execution AS e
    SET nudges = e.nudges + 1, dispatch_at = now() + least(interval '5 seconds' * power(2, least(e.nudges, 6)), interval '60 seconds')
    FROM due WHERE e.id = due.id
    RETURNING e.id, e.engine, e.epoch;
$$;

-- Registers an upload whose object is stored under p_object_key. One row for the same bytes in the same project, for ever:
-- while it is retrievable nothing changes; after that a new retention period begins under the same id, with the new object.
-- Returns the file as it stands; when its object_key is another, the caller's object is not needed.
CREATE FUNCTION file_save_upload(
  p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer, p_height integer,
  p_duration_seconds double precision, p_object_key text, p_retention interval
) RETURNS SETOF file LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file (id, project_id, origin, sha256, mime_type, size_bytes, width, height, duration_seconds, object_key, expires_at)
    VALUES (p_id, p_project, 'upload', p_sha256, p_mime_type, p_size_bytes, p_width, p_height, p_duration_seconds, p_object_key, now() + p_retention)
    ON CONFLICT (project_id, sha256) WHERE origin = 'upload' DO UPDATE
      SET object_key = excluded.object_key, created_at = now(), expires_at = excluded.expires_at, deleted_at = NULL
      WHERE file.expires_at <= now() OR file.deleted_at IS NOT NULL;
  RETURN QUERY SELECT * FROM file WHERE project_id = p_project AND sha256 = p_sha256 AND origin = 'upload';
END $$;

-- Takes up to p_limit expired files out of use and returns the objects to remove. A file whose object could not be removed is
-- found again by the search for objects without a row.
CREATE FUNCTION file_expire(p_limit integer) RETURNS TABLE (object_key text) LANGUAGE sql AS $$
  WITH expired AS (
    SELECT f.id FROM file AS f WHERE f.expires_at <= now() AND f.deleted_at IS NULL ORDER BY f.expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  )
  UPDATE file AS f SET deleted_at = now() FROM expired WHERE f.id = expired.id RETURNING f.object_key;
$$;
