-- Only the triggers execution_is_held and execution_is_settled write transfers of executions, and every transfer belongs to an account.
--
-- Arguments: none (trigger; the new rows as `booked`)
-- Results: null; raises integrity_constraint_violation (23000) or foreign_key_violation (23503)
-- Locks: none
-- Callers: trigger ledger_transfer_is_booked on ledger_transfer
CREATE OR REPLACE FUNCTION ledger_transfer_is_booked() RETURNS trigger LANGUAGE plpgsql
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

CREATE OR REPLACE TRIGGER ledger_transfer_is_booked AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS booked
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_booked();
