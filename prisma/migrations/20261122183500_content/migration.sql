-- The content of an execution that has ended can be deleted: what the customer sent (the arguments, in the plan), what they got (results, artifacts), and
-- nothing else. All that is evidence stays: the hold, the charge, the bill, who asked under which key with which hash, when, and how the steps went.

ALTER TABLE execution
  ADD COLUMN content_deleted_at    timestamptz(3),
  ADD COLUMN content_deleted_by    text COLLATE "C", -- what kind of somebody
  ADD COLUMN content_deleted_actor text;             -- who, as the issuer of their session names them; null: the service itself

-- Executions whose objects are still to be removed from the store: artifacts, and what a paid call came to, wherever a worker left it.
CREATE TABLE execution_content_removal (
  project_id   text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  asked_at     timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, execution_id)
);

-- A plan has what it was charged by, and who did the work, without what the customer sent.
CREATE FUNCTION execution_plan_without_content(p_plan jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(step - 'parameters' - 'inputs' ORDER BY n) FROM jsonb_array_elements(p_plan) WITH ORDINALITY AS each (step, n);
$$;
CREATE FUNCTION execution_steps_without_content(p_steps json) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_steps IS NOT NULL THEN
    (SELECT coalesce(jsonb_agg(step - 'result' ORDER BY n), '[]') FROM jsonb_array_elements(p_steps::jsonb) WITH ORDINALITY AS each (step, n)) END;
$$;

CREATE FUNCTION execution_has_content(e execution) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT e.result IS NOT NULL OR e.plan <> execution_plan_without_content(e.plan)
    OR e.local_steps::jsonb IS DISTINCT FROM execution_steps_without_content(e.local_steps)
    OR EXISTS (SELECT FROM execution_step AS s WHERE s.project_id = e.project_id AND s.execution_id = e.id AND s.result IS NOT NULL)
    OR EXISTS (SELECT FROM file AS f WHERE f.project_id = e.project_id AND f.execution_id = e.id AND f.origin = 'artifact' AND f.deleted_at IS NULL);
$$;

-- Whether NEW is OLD without its content, deleted just now: the one change of what has ended, and it is made once. Every other column is as it was, those that
-- a later migration adds too; bill and error to the byte.
CREATE FUNCTION execution_is_without_content(o execution, n execution) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT o.finished_at IS NOT NULL AND o.content_deleted_at IS NULL AND n.content_deleted_at = instant()
    AND n.content_deleted_by IN ('member', 'operator', 'retention') AND (n.content_deleted_actor IS NULL) = (n.content_deleted_by = 'retention')
    AND n.plan = execution_plan_without_content(o.plan)
    AND n.local_steps::jsonb IS NOT DISTINCT FROM execution_steps_without_content(o.local_steps)
    AND NOT execution_has_content(n)
    AND n.billing::text IS NOT DISTINCT FROM o.billing::text AND n.error::text IS NOT DISTINCT FROM o.error::text
    AND to_jsonb(n) - content = to_jsonb(o) - content
  FROM (SELECT ARRAY['plan', 'result', 'local_steps', 'content_deleted_at', 'content_deleted_by', 'content_deleted_actor']) AS each (content);
$$;

-- As before, and: what has ended may lose its content, what goes on may not.
CREATE OR REPLACE FUNCTION execution_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NULL AND NEW.content_deleted_at IS NULL AND NEW.epoch >= OLD.epoch AND (NEW.status = OLD.status OR execution_edge_allowed(OLD.status, NEW.status)) THEN
    IF NEW.finished_at IS NULL THEN
      IF NEW.status IN ('queued', 'running', 'needs_review') AND NEW.engine IN ('image', 'av', 'provider') AND NEW.max_runtime_seconds > 0
         AND NEW.run_at IS NOT NULL AND NEW.charged_micros IS NULL AND NEW.billing IS NULL AND NEW.local_steps IS NULL AND NEW.ended IS NULL
         AND (NEW.claim_token IS NULL) = (NEW.leased_until IS NULL) AND (NEW.claim_token IS NULL OR NEW.status <> 'queued')
         AND (NEW.status <> 'needs_review') = (NEW.review IS NULL) AND (NEW.review IS NULL) = (NEW.resolve_by IS NULL)
         AND (NEW.review IS NULL) = (NEW.review_at IS NULL) THEN
        IF NEW.engine <> OLD.engine THEN
          UPDATE execution_job AS j SET engine = NEW.engine WHERE j.project_id = OLD.project_id AND j.engine = OLD.engine AND j.id = OLD.id;
        END IF;
        RETURN NEW;
      END IF;
    ELSIF NEW.status IN ('succeeded', 'failed', 'cancelled') AND NEW.charged_micros IS NOT NULL AND NEW.charged_micros BETWEEN 0 AND NEW.maximum_micros
          AND NEW.billing IS NOT NULL AND (NEW.local_steps IS NULL OR json_typeof(NEW.local_steps) = 'array')
          AND NEW.run_at IS NULL AND NEW.claim_token IS NULL AND NEW.leased_until IS NULL
          AND NEW.review IS NULL AND NEW.review_at IS NULL AND NEW.resolve_by IS NULL THEN
      NEW.ended := nullif(NEW.status, 'succeeded');
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'execution % cannot be % as it is', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  ELSIF OLD.finished_at IS NOT NULL THEN
    IF execution_is_without_content(OLD, NEW) THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'execution % is %, which is final', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  ELSIF NEW.epoch < OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of execution % only rises', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RAISE EXCEPTION 'execution % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION execution_is_as_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.content_deleted_at IS NOT NULL AND execution_is_without_content(OLD, NEW) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what was accepted of execution % never changes', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

-- As before, and: none is accepted without its content.
CREATE OR REPLACE FUNCTION execution_is_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  wrong text;
BEGIN
  SELECT min(e.id) INTO wrong FROM accepted AS e WHERE (
    e.status = 'queued' AND e.engine IN ('image', 'av', 'provider') AND e.max_runtime_seconds > 0 AND e.run_at IS NOT NULL
    AND octet_length(e.body_sha256) = 32 AND e.minimum_micros BETWEEN 0 AND e.maximum_micros AND e.maximum_micros > 0
    AND jsonb_array_length(e.plan) BETWEEN 1 AND 20
    AND e.finished_at IS NULL AND e.ended IS NULL AND e.charged_micros IS NULL AND e.billing IS NULL AND e.local_steps IS NULL AND e.content_deleted_at IS NULL
    AND e.claim_token IS NULL AND e.leased_until IS NULL AND e.review IS NULL AND e.review_at IS NULL AND e.resolve_by IS NULL) IS NOT TRUE;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'execution % cannot begin as it is', wrong USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO execution_job (project_id, engine, id, notify_at, cancel_after)
    SELECT e.project_id, e.engine, e.id, e.run_at + execution_notify_after(), e.cancel_after FROM accepted AS e;
  PERFORM ledger_reserve(array_agg(e.project_id), array_agg(e.id), array_agg(e.maximum_micros), e.created_at) FROM accepted AS e GROUP BY e.created_at;
  IF EXISTS (SELECT FROM ledger_key_cap) THEN
    UPDATE ledger_key_cap AS k SET held_micros = k.held_micros + item.hold
      FROM (SELECT e.project_id, e.key_lineage, sum(e.maximum_micros)::bigint AS hold FROM accepted AS e GROUP BY e.project_id, e.key_lineage) AS item
      WHERE k.project_id = item.project_id AND k.lineage_id = item.key_lineage;
  END IF;
  RETURN NULL;
END $$;

-- As before, and: what loses its content was settled when it ended. It never is again.
CREATE OR REPLACE FUNCTION execution_is_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off SET jit = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  projects text[];
  ids text[];
  engines text[];
  holds bigint[];
  charges bigint[];
  counted boolean[];
  wrong text;
  only_step CONSTANT text := '[{"index":0,"status":"succeeded",'; -- of most plans, as the store writes it
  at timestamptz;
BEGIN
  FOR at, projects, ids, engines, holds, charges, counted, wrong IN
    SELECT e.finished_at, array_agg(e.project_id), array_agg(e.id), array_agg(e.engine), array_agg(e.maximum_micros), array_agg(e.charged_micros),
           array_agg(e.charged_micros > 0 OR e.status = 'succeeded'),
           min(e.id) FILTER (WHERE e.status = 'succeeded' AND (jsonb_array_length(e.plan) = 1 AND starts_with(e.local_steps::text, only_step)) IS NOT TRUE
             AND jsonb_array_length(e.plan) <> (
             SELECT count(DISTINCT s.index) FROM (
               SELECT r.index FROM execution_step AS r WHERE r.project_id = e.project_id AND r.execution_id = e.id AND r.status = 'succeeded'
               UNION ALL
               SELECT (l ->> 'index')::integer FROM json_array_elements(e.local_steps) AS l WHERE l ->> 'status' = 'succeeded') AS s
             WHERE s.index < jsonb_array_length(e.plan)))
    FROM written AS e WHERE e.finished_at IS NOT NULL AND e.content_deleted_at IS NULL GROUP BY e.finished_at
  LOOP
    IF wrong IS NOT NULL THEN
      RAISE EXCEPTION 'execution % succeeded without each of its steps', wrong USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM ledger_settle(projects, ids, holds, charges, counted, at);
    PERFORM execution_job_remove(projects, engines, ids);
    IF EXISTS (SELECT FROM ledger_key_cap) THEN
      WITH item AS (
        SELECT e.project_id, e.key_lineage, sum(e.maximum_micros)::bigint AS hold, sum(e.charged_micros)::bigint AS charge
        FROM written AS e WHERE e.finished_at = at AND e.content_deleted_at IS NULL GROUP BY e.project_id, e.key_lineage
      ), ended AS (
        UPDATE ledger_key_cap AS k SET held_micros = k.held_micros - item.hold FROM item
          WHERE k.project_id = item.project_id AND k.lineage_id = item.key_lineage RETURNING k.project_id, k.lineage_id, item.charge
      )
      INSERT INTO ledger_key_usage AS u (project_id, lineage_id, month, charged_micros)
        SELECT e.project_id, e.lineage_id, date_trunc('month', at AT TIME ZONE 'UTC')::date, e.charge FROM ended AS e WHERE e.charge > 0
        ON CONFLICT (project_id, lineage_id, month) DO UPDATE SET charged_micros = u.charged_micros + excluded.charged_micros;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Deletes the content of an execution that has ended. Returns `not_found`, `not_finished`, `deleted_before` or `deleted`. Uploads that it read stay: they are files of
-- their own, which others may use. Locks: the execution, then its files.
CREATE FUNCTION execution_delete_content(p_project text, p_id text, p_by text, p_actor text) RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  e execution;
BEGIN
  SELECT * INTO e FROM execution WHERE project_id = p_project AND id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF e.finished_at IS NULL THEN
    RETURN 'not_finished';
  ELSIF e.content_deleted_at IS NOT NULL THEN
    RETURN 'deleted_before';
  END IF;
  UPDATE execution_step SET result = NULL WHERE project_id = p_project AND execution_id = p_id AND result IS NOT NULL;
  UPDATE file SET expires_at = least(expires_at, instant()), deleted_at = instant()
    WHERE project_id = p_project AND execution_id = p_id AND origin = 'artifact' AND deleted_at IS NULL;
  UPDATE execution
    SET plan = execution_plan_without_content(plan), result = NULL, local_steps = execution_steps_without_content(local_steps)::json,
        content_deleted_at = instant(), content_deleted_by = p_by, content_deleted_actor = p_actor
    WHERE project_id = p_project AND id = p_id;
  INSERT INTO execution_content_removal (project_id, execution_id) VALUES (p_project, p_id) ON CONFLICT DO NOTHING;
  RETURN 'deleted';
END $$;
