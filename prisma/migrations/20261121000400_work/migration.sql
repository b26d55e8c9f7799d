-- What a worker does with an execution: claim, heartbeat, watch, record, finish, hand back. Sets, locks and index-only plans as
-- in the migration of execution_accept. Every write carries the token of the claim, 74 random bits that no later claim draws again,
-- not even after a failover that lost the last commits: a stale worker changes nothing. An execution without a token is nobody's.

-- How long whoever wrote a row has for the wake-up that follows it, before the keeper sends one.
CREATE FUNCTION execution_notify_after() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 seconds' $$;

-- Whether the client wants it stopped: it said so, or its own time limit has passed.
CREATE FUNCTION execution_is_to_stop(e execution) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT e.cancel_requested_at IS NOT NULL OR coalesce(e.cancel_after <= instant(), false);
$$;

-- Whether paid calls may have been made for it that this server has forgotten.
CREATE FUNCTION execution_is_doubtful(e execution) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT e.engine = 'provider' AND e.timeline <> server_timeline();
$$;

-- After a failover or a restore: the next step of each of these executions that was accepted before may have been sent by a worker whose
-- commits are forgotten, so it counts as a call with an unknown outcome, which is looked up and never sent first. Once for each step and
-- timeline: what is taken back afterwards is known not to have arrived. A part of execution_claim.
CREATE FUNCTION execution_doubt(p_projects text[], p_ids text[]) RETURNS void LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH doubtful AS (
    SELECT e.project_id, e.id, e.attempts, e.maximum_micros,
           (SELECT count(*)::integer FROM execution_step AS s
            WHERE s.project_id = e.project_id AND s.execution_id = e.id AND s.status = 'succeeded') AS next
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
    WHERE e.status IN ('queued', 'running') AND coalesce(e.leased_until <= instant(), true) AND execution_is_doubtful(e)
    ORDER BY e.project_id, e.id FOR NO KEY UPDATE OF e SKIP LOCKED
  )
  INSERT INTO execution_step AS step (project_id, execution_id, index, status, attempt, claim_token, token, exposure_micros, started_at, dispatched_at)
    SELECT d.project_id, d.id, d.next, 'unknown', greatest(d.attempts, 1), gen_random_uuid(), d.id || '.' || d.next, d.maximum_micros, instant(), instant()
    FROM doubtful AS d
    ON CONFLICT (project_id, execution_id, index) DO UPDATE
      SET status = 'unknown', timeline = excluded.timeline, provider = NULL, token = coalesce(step.token, excluded.token),
          exposure_micros = coalesce(step.exposure_micros, excluded.exposure_micros), dispatched_at = excluded.dispatched_at
      WHERE step.status = 'pending' AND step.timeline <> excluded.timeline;
$$;

-- For how long nobody has held a running execution whose paid call has no outcome yet: no run time, or a clock that jumps, or a long outage,
-- would have what was paid for called off before anybody has asked for it. A part of execution_claim, which gives it columns and not the row: a
-- whole row is copied for each execution, whether it is asked for or not.
CREATE FUNCTION execution_unheld_seconds(p_project text, p_id text, p_held_until timestamptz, p_at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_held_until < p_at
    AND EXISTS (SELECT FROM execution_step AS s
                WHERE s.project_id = p_project AND s.execution_id = p_id AND s.status IN ('dispatching', 'submitted', 'unknown'))
    THEN ceil(extract(epoch FROM p_at - p_held_until))::integer ELSE 0 END;
$$;

-- Claims executions for a worker: those of its engine that are queued, or that are due and in nobody's hands, or whose lease has run out.
-- Draws a new token. What names an operation that the worker lacks (p_operations; null: it lacks none) is left to others; a plan never changes.
-- Executions that somebody else holds, that pause, or that have ended, are not returned. A review stays one until there
-- is evidence, and is not an attempt. A clock that was put right may have left a start in the future.
CREATE FUNCTION execution_claim(p_projects text[], p_ids text[], p_engine text, p_lease interval, p_operations text[] DEFAULT NULL)
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

-- Extends the leases that are still held. An execution that is missing from the answer is no longer this worker's.
CREATE FUNCTION execution_heartbeat(p_projects text[], p_ids text[], p_claim_tokens uuid[], p_lease interval)
RETURNS TABLE (claim_token uuid, cancel_requested boolean) LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  UPDATE execution AS e SET leased_until = instant() + p_lease
    FROM (SELECT given.project_id, given.id, given.claim_token FROM unnest(p_projects, p_ids, p_claim_tokens) AS given (project_id, id, claim_token)
          ORDER BY given.project_id, given.id) AS held
    WHERE e.project_id = held.project_id AND e.id = held.id AND e.claim_token = held.claim_token
    RETURNING e.claim_token, e.cancel_requested_at IS NOT NULL OR coalesce(e.cancel_after <= instant(), false);
$$;

-- Reads, for a worker, which of its executions it still holds and which are to be cancelled.
CREATE FUNCTION execution_watch(p_projects text[], p_ids text[], p_claim_tokens uuid[])
RETURNS TABLE (claim_token uuid, cancel_requested boolean) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT e.claim_token, execution_is_to_stop(e)
  FROM execution AS e JOIN unnest(p_projects, p_ids, p_claim_tokens) AS held (project_id, id, claim_token)
    ON e.project_id = held.project_id AND e.id = held.id AND e.claim_token = held.claim_token;
$$;

-- Writes finished steps and files. A part of execution_record and execution_finish, which hold the executions.
-- p_items: JSON array of {projectId, id, claimToken, steps: [{index, status, attempt, units, chargedMicros, costMicros, result, startedAt, finishedAt}],
--   files: [{id, step, position, sha256 (hex), mimeType, sizeBytes, width, height, durationSeconds, objectKey}]}
CREATE FUNCTION execution_write_steps(p_items jsonb, p_retention interval) RETURNS void LANGUAGE sql AS $$
  INSERT INTO execution_step AS step (project_id, execution_id, index, status, attempt, claim_token, units, charged_micros, cost_micros, result, started_at, finished_at)
    SELECT item."projectId", item.id, s.index, s.status, s.attempt, item."claimToken", s.units, s."chargedMicros", s."costMicros", s.result, s."startedAt", s."finishedAt"
    FROM jsonb_to_recordset(p_items) AS item ("projectId" text, id text, "claimToken" uuid, steps jsonb),
         jsonb_to_recordset(item.steps) AS s (index integer, status text, attempt integer, units bigint, "chargedMicros" bigint,
                                              "costMicros" bigint, result jsonb, "startedAt" timestamptz, "finishedAt" timestamptz)
    ON CONFLICT (project_id, execution_id, index) DO UPDATE
      SET status = excluded.status, attempt = excluded.attempt, claim_token = excluded.claim_token, units = excluded.units,
          charged_micros = excluded.charged_micros, cost_micros = excluded.cost_micros, result = excluded.result, started_at = excluded.started_at,
          finished_at = excluded.finished_at;
  INSERT INTO file (id, project_id, origin, execution_id, step, position, sha256, mime_type, size_bytes, width, height,
                    duration_seconds, object_key, expires_at)
    SELECT f.id, item."projectId", 'artifact', item.id, f.step, f.position, decode(f.sha256, 'hex'), f."mimeType", f."sizeBytes",
           f.width, f.height, f."durationSeconds", f."objectKey", instant() + p_retention
    FROM jsonb_to_recordset(p_items) AS item ("projectId" text, id text, files jsonb),
         jsonb_to_recordset(coalesce(item.files, '[]')) AS f (id text, step integer, position integer, sha256 text, "mimeType" text, "sizeBytes" bigint,
           width integer, height integer, "durationSeconds" double precision, "objectKey" text)
    ON CONFLICT (project_id, execution_id, step, position) WHERE origin = 'artifact' DO NOTHING;
$$;

-- Locks the executions of those of p_items ({projectId, id, claimToken, …}) whose claim still holds, and returns each of these with its item;
-- a stale worker gets nothing, not even in one call with the worker that came after it. Only what runs or is under review has a token, so
-- its status is not asked for: an index of it would be read for every call, with all that runs just now.
CREATE FUNCTION execution_lock_held(p_items jsonb) RETURNS TABLE (id text, project_id text, maximum_micros bigint, item jsonb) LANGUAGE sql AS $$
  SELECT e.id, e.project_id, e.maximum_micros, given.item
  FROM jsonb_array_elements(p_items) AS given (item)
  JOIN execution AS e ON e.project_id = given.item ->> 'projectId' AND e.id = given.item ->> 'id' AND e.claim_token = (given.item ->> 'claimToken')::uuid
  ORDER BY e.project_id, e.id FOR NO KEY UPDATE OF e;
$$;

-- Records finished steps by claim. With `engine`, also hands the execution to that engine's queue in the same transaction: the claim ends, and it is due
-- at once. Without, the worker goes on under its lease. A recorded step ends a review. Returns the claim tokens that still held.
-- p_items: as execution_write_steps and provider_cost_write, with engine (text or null).
CREATE FUNCTION execution_record(p_items jsonb, p_retention interval) RETURNS SETOF uuid LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  mine jsonb; -- the items of what is still held
BEGIN
  SELECT coalesce(jsonb_agg(e.item), '[]') INTO mine FROM execution_lock_held(p_items) AS e;
  PERFORM execution_write_steps(mine, p_retention);
  PERFORM provider_cost_write(mine);
  UPDATE execution AS e
    SET status = 'running', review = NULL, review_at = NULL, resolve_by = NULL, review_lookups = 0, -- time under review is not run time
        max_runtime_seconds = e.max_runtime_seconds + ceil(extract(epoch FROM instant() - (e.review ->> 'since')::timestamptz))::integer
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text)
    WHERE e.project_id = item."projectId" AND e.id = item.id AND e.status = 'needs_review';
  UPDATE execution AS e
    SET engine = item.engine, claim_token = NULL, leased_until = NULL, run_at = instant(), attempts = 0
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text, engine text)
    WHERE e.project_id = item."projectId" AND e.id = item.id AND item.engine IS NOT NULL;
  PERFORM execution_notify_at(array_agg(item."projectId"), array_agg(item.id), instant() + execution_notify_after())
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text, engine text) WHERE item.engine IS NOT NULL;
  RETURN QUERY SELECT (item ->> 'claimToken')::uuid FROM jsonb_array_elements(mine) AS item;
END $$;

-- Ends executions by claim: last steps, files, terminal status and settlement in one transaction. Returns the claim
-- tokens that held; nothing was written of any other.
-- Arrays of equal length, one entry an execution. p_billings, p_results, p_errors and p_steps (those that get no row) are JSON in lines, one an execution, empty: none.
-- p_beside: what has rows of its own, as execution_write_steps and provider_cost_write take it; null where there is none.
CREATE FUNCTION execution_finish(
  p_projects text[], p_ids text[], p_claim_tokens uuid[], p_statuses text[], p_reasons text[], p_charges bigint[], p_billings text,
  p_results text, p_errors text, p_steps text, p_beside jsonb, p_retention interval
) RETURNS SETOF uuid LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  mine jsonb; -- the items of what is still held
  at timestamptz := instant();
BEGIN
  -- `json` may have a NUL, and whoever takes it apart would fail for ever: where there seems to be one, it is taken apart here, and fails now.
  IF strpos(concat(p_billings, p_results, p_errors, p_steps), '\u0000') > 0 THEN
    PERFORM text::jsonb FROM string_to_table(concat_ws(E'\n', p_billings, p_results, p_errors, p_steps), E'\n', '') AS text;
  END IF;
  IF p_beside IS NOT NULL THEN
    SELECT coalesce(jsonb_agg(e.item), '[]') INTO mine FROM execution_lock_held(p_beside) AS e;
    PERFORM execution_write_steps(mine, p_retention);
    PERFORM provider_cost_write(mine);
  END IF;
  RETURN QUERY
  UPDATE execution AS e
    SET status = item.status, charged_micros = item.charge, billing = item.billing::json, result = item.result::json, error = item.error::json,
        local_steps = item.steps::json, claim_token = NULL, leased_until = NULL, run_at = NULL, finished_at = at,
        review = NULL, review_at = NULL, resolve_by = NULL,
        status_reason = CASE WHEN item.status = 'cancelled' AND e.cancel_requested_at IS NULL THEN 'cancel_after' ELSE item.reason END,
        cancel_requested_at = CASE item.status WHEN 'cancelled' THEN coalesce(e.cancel_requested_at, at) ELSE e.cancel_requested_at END
    FROM (SELECT * FROM unnest(p_projects, p_ids, p_claim_tokens, p_statuses, p_reasons, p_charges,
                                string_to_array(p_billings, E'\n', ''), string_to_array(p_results, E'\n', ''),
                                string_to_array(p_errors, E'\n', ''), string_to_array(p_steps, E'\n', ''))
            AS given (project_id, id, claim_token, status, reason, charge, billing, result, error, steps)
          ORDER BY given.project_id, given.id) AS item
    WHERE e.project_id = item.project_id AND e.id = item.id AND e.claim_token = item.claim_token
    RETURNING item.claim_token;
END $$;

-- Gives executions back unharmed (a worker is being stopped): due at once, and the claim is not counted as an attempt. Said again,
-- because the answer was lost, it changes nothing and returns nothing.
CREATE FUNCTION execution_hand_back(p_items jsonb) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE
  projects text[];
  ids text[];
  tokens uuid[];
BEGIN
  WITH back AS (
    UPDATE execution AS e SET claim_token = NULL, leased_until = NULL, run_at = instant(),
      review_at = CASE WHEN e.status = 'needs_review' THEN instant() END, attempts = greatest(e.attempts - (e.status = 'running')::integer, 0)
      FROM execution_lock_held(p_items) AS held WHERE e.project_id = held.project_id AND e.id = held.id
      RETURNING e.project_id, e.id, (held.item ->> 'claimToken')::uuid AS token
  ) SELECT array_agg(project_id), array_agg(id), array_agg(token) INTO projects, ids, tokens FROM back;
  PERFORM execution_notify_at(projects, ids, '-infinity');
  RETURN QUERY SELECT unnest(tokens);
END $$;

-- Leaves an execution for a while: it is due, and can be claimed, after p_after. Not counted: nothing was tried, so it is no attempt; a
-- provider may ask for such a pause, so none outlasts the run time or the client's own limit, and none begins once a cancel was asked
-- for. False when it is no longer this worker's.
CREATE FUNCTION execution_postpone(p_project text, p_id text, p_claim_token uuid, p_after interval, p_counted boolean) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := instant();
BEGIN
  UPDATE execution
    SET claim_token = NULL, leased_until = NULL, attempts = greatest(attempts - (NOT p_counted)::integer, 0),
        run_at = CASE WHEN p_counted THEN at + p_after
                      WHEN cancel_requested_at IS NOT NULL THEN at
                      ELSE least(at + p_after, started_at + make_interval(secs => max_runtime_seconds), cancel_after) END
    WHERE project_id = p_project AND id = p_id AND claim_token = p_claim_token AND status = 'running';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM execution_notify_at(ARRAY[p_project], ARRAY[p_id], '-infinity');
  RETURN true;
END $$;
