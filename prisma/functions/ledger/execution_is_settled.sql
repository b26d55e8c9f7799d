-- Settles every execution that the statement ends: charge, release of the rest, usage, and counters of capped keys; and removes its job. A successful
-- execution must have the outcome of every step of its plan. A terminal row changes only if its content is deleted, which does not settle it again. It runs
-- as the owner, so that no other role may remove a job.
--
-- Arguments: none (trigger; the written rows as `written`)
-- Results: null; raises integrity_constraint_violation (23000) for a success without all of its steps, and the errors of ledger_settle
-- Locks: the accounts in the order of project_id, then usage_month, execution_job and ledger_key_cap; the statement has locked the executions
-- Callers: trigger execution_is_settled on execution
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

CREATE OR REPLACE TRIGGER execution_is_settled AFTER UPDATE ON execution REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION execution_is_settled();
