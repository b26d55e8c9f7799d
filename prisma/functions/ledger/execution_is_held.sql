-- Holds the maximum charge of every new execution and creates its job. A trigger of the inserting statement guarantees that no execution exists without its
-- hold, whatever code inserts it. It runs once per statement and not per row, because a deferred constraint per row took a third of the whole time of an
-- execution. It runs as the owner, so that no other role may create a job. It also counts the hold for keys with a cap, and refuses executions above a cap.
--
-- Arguments: none (trigger; the new rows as `accepted`)
-- Results: null; raises check_violation (23514) if a new execution is invalid, cannot be held, or exceeds a monthly cap
-- Locks: the accounts, which an accepting caller already holds (ledger_lock); rows of ledger_key_cap; ledger_cap_is_passed locks organizations
-- Callers: trigger execution_is_held on execution
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
  IF (SELECT ledger_cap_is_passed(array_agg(e.project_id), array_agg(e.key_lineage), instant()) FROM accepted AS e) THEN
    RAISE EXCEPTION 'a monthly cap is reached' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER execution_is_held AFTER INSERT ON execution REFERENCING NEW TABLE AS accepted
  FOR EACH STATEMENT EXECUTE FUNCTION execution_is_held();
