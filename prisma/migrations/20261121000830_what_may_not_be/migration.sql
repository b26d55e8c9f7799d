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
                   maximum_micros, arguments, plan, timeline, created_at
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

-- An accepted execution has, when its transaction ends, the one hold of its maximum. (There is one transfer of a kind for an execution,
-- by ledger_transfer_once, and maximum and transfers never change, so this is checked once.)
CREATE FUNCTION execution_has_its_hold() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_transfer AS t WHERE t.project_id = NEW.project_id AND t.execution_id = NEW.id AND t.kind = 'reserve'
                   AND t.amount_micros = NEW.maximum_micros) THEN
    RAISE EXCEPTION 'execution % has no hold of its maximum', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER execution_has_its_hold AFTER INSERT ON execution DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION execution_has_its_hold();

-- One that has ended has, when its transaction ends, the one settlement of its charge and the release of the rest; and a success the
-- outcome of every step of its plan. A terminal row never changes, so this is checked once.
CREATE FUNCTION execution_has_its_settlement() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  settled bigint;
  released bigint;
BEGIN
  SELECT max(t.amount_micros) FILTER (WHERE t.kind = 'settle'), coalesce(max(t.amount_micros) FILTER (WHERE t.kind = 'release'), 0)
    INTO settled, released FROM ledger_transfer AS t WHERE t.project_id = NEW.project_id AND t.execution_id = NEW.id;
  IF settled IS DISTINCT FROM NEW.charged_micros OR released <> NEW.maximum_micros - NEW.charged_micros THEN
    RAISE EXCEPTION 'execution % is % for %, and its transfers settle % and release %', NEW.id, NEW.status, NEW.charged_micros, settled, released
      USING ERRCODE = 'integrity_constraint_violation';
  ELSIF NEW.status = 'succeeded' AND jsonb_array_length(NEW.plan) <>
        (SELECT count(*) FROM execution_step AS s WHERE s.project_id = NEW.project_id AND s.execution_id = NEW.id AND s.status = 'succeeded' AND s.index < jsonb_array_length(NEW.plan)) THEN
    RAISE EXCEPTION 'execution % succeeded without each of its steps', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER execution_has_its_settlement AFTER INSERT OR UPDATE ON execution DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION execution_has_its_settlement();

-- The other way: a transfer of an execution is the hold of its maximum, or, once it has ended, the settlement of its charge or the release
-- of the rest. So executions are written before their transfers, and one look serves all transfers of a statement.
CREATE FUNCTION ledger_transfer_has_its_execution() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong record;
BEGIN
  SELECT t.kind, t.amount_micros, t.execution_id INTO wrong
    FROM booked AS t LEFT JOIN execution AS e ON e.project_id = t.project_id AND e.id = t.execution_id
    WHERE t.execution_id IS NOT NULL AND CASE t.kind
      WHEN 'reserve' THEN t.amount_micros = e.maximum_micros
      WHEN 'settle' THEN t.amount_micros = e.charged_micros
      ELSE t.amount_micros = e.maximum_micros - e.charged_micros END IS NOT TRUE
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'execution % has nothing to % of %', wrong.execution_id, wrong.kind, wrong.amount_micros USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transfer_has_its_execution AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS booked
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_has_its_execution();
