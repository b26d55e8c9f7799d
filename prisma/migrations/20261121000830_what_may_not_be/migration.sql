-- What the database itself refuses, whatever code or hand writes: an execution without its hold or its settlement, transfers without
-- their execution, a success without its steps, a change of what was accepted, and the removal of anything that is evidence.
-- Nothing here may be switched off by a setting of ours.

-- What was accepted: named in an UPDATE at all, it is refused.
CREATE FUNCTION execution_is_as_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was accepted of execution % never changes', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER execution_is_as_accepted
  BEFORE UPDATE OF id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version, minimum_micros,
                   maximum_micros, plan, timeline, created_at
  ON execution FOR EACH ROW EXECUTE FUNCTION execution_is_as_accepted();

-- An outcome of a step is final; what becomes known later (a late invoice) may still be added to it.
CREATE FUNCTION execution_step_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'step % of % is %, which is final', OLD.index, OLD.execution_id, OLD.status USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER execution_step_is_final BEFORE UPDATE ON execution_step FOR EACH ROW
  WHEN (OLD.status IN ('succeeded', 'failed') AND (NEW.status, NEW.project_id, NEW.execution_id, NEW.index) IS DISTINCT FROM (OLD.status, OLD.project_id, OLD.execution_id, OLD.index))
  EXECUTE FUNCTION execution_step_is_final();

-- Evidence stays.
CREATE FUNCTION evidence_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is evidence: nothing of it is removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER execution_stays BEFORE TRUNCATE ON execution FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE TRIGGER execution_step_stays BEFORE DELETE OR TRUNCATE ON execution_step FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE TRIGGER file_stays BEFORE DELETE OR TRUNCATE ON file FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE TRIGGER ledger_account_stays BEFORE DELETE OR TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE TRIGGER usage_month_stays BEFORE DELETE OR TRUNCATE ON usage_month FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

-- Whoever inserts an execution holds its maximum and makes its job, and whoever ends one settles its charge, releases the rest and removes its job: the ledger is called by
-- the statement itself, whatever code or hand writes it, so that neither can be there without the other. Once a statement, not once a row:
-- a deferred constraint for each row cost a third of an execution's life. What the two functions do they do as the owner, so that nobody else may make or
-- remove a job: nobody can call a trigger's function by itself.
CREATE FUNCTION execution_is_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  wrong text;
BEGIN
  SELECT min(e.id) INTO wrong FROM accepted AS e WHERE (
    e.status = 'queued' AND e.engine IN ('image', 'av', 'provider') AND e.max_runtime_seconds > 0 AND e.run_at IS NOT NULL
    AND octet_length(e.body_sha256) = 32 AND e.minimum_micros BETWEEN 0 AND e.maximum_micros AND e.maximum_micros > 0
    AND jsonb_array_length(e.plan) BETWEEN 1 AND 20
    AND e.finished_at IS NULL AND e.ended IS NULL AND e.charged_micros IS NULL AND e.billing IS NULL AND e.local_steps IS NULL
    AND e.claim_token IS NULL AND e.leased_until IS NULL AND e.review IS NULL AND e.review_at IS NULL AND e.resolve_by IS NULL) IS NOT TRUE;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'execution % cannot begin as it is', wrong USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO execution_job (project_id, engine, id, notify_at, cancel_after)
    SELECT e.project_id, e.engine, e.id, e.run_at + execution_notify_after(), e.cancel_after FROM accepted AS e;
  PERFORM ledger_reserve(array_agg(e.project_id), array_agg(e.id), array_agg(e.maximum_micros), e.created_at) FROM accepted AS e GROUP BY e.created_at;
  RETURN NULL;
END $$;
CREATE TRIGGER execution_is_held AFTER INSERT ON execution REFERENCING NEW TABLE AS accepted
  FOR EACH STATEMENT EXECUTE FUNCTION execution_is_held();

-- A part of execution_is_settled.
CREATE FUNCTION execution_job_remove(p_projects text[], p_engines text[], p_ids text[]) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  DELETE FROM execution_job AS j USING unnest(p_projects, p_engines, p_ids) AS item (project_id, engine, id)
    WHERE j.project_id = item.project_id AND j.engine = item.engine AND j.id = item.id;
END $$;

-- A success has, besides, the outcome of every step of its plan. A terminal row never changes, so each is here once.
CREATE FUNCTION execution_is_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
    FROM written AS e WHERE e.finished_at IS NOT NULL GROUP BY e.finished_at
  LOOP
    IF wrong IS NOT NULL THEN
      RAISE EXCEPTION 'execution % succeeded without each of its steps', wrong USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM ledger_settle(projects, ids, holds, charges, counted, at);
    PERFORM execution_job_remove(projects, engines, ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER execution_is_settled AFTER UPDATE ON execution REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION execution_is_settled();

-- The other way: transfers of executions come from there alone, and every transfer is of an account.
CREATE FUNCTION ledger_transfer_is_booked() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF pg_trigger_depth() = 1 AND EXISTS (SELECT FROM booked AS t WHERE t.execution_id IS NOT NULL) THEN
    RAISE EXCEPTION 'only an execution itself holds and settles' USING ERRCODE = 'integrity_constraint_violation';
  ELSIF EXISTS (SELECT FROM (SELECT DISTINCT t.project_id FROM booked AS t) AS t
                WHERE (SELECT a.project_id FROM ledger_account AS a WHERE a.project_id = t.project_id) IS NULL) THEN
    RAISE EXCEPTION 'a transfer of no account' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transfer_is_booked AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS booked
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_booked();
