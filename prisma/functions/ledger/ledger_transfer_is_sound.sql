-- A transfer moves a positive amount between the two accounts of its kind. A trigger and not a CHECK, which every statement would parse and plan again.
--
-- Arguments: none (trigger; the new rows as `booked`)
-- Results: null; raises check_violation (23514)
-- Locks: none
-- Callers: trigger ledger_transfer_is_sound on ledger_transfer
CREATE OR REPLACE FUNCTION ledger_transfer_is_sound() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (
    SELECT FROM booked AS t WHERE NOT (
      CASE t.kind
        WHEN 'reserve' THEN t.debit = 'available' AND t.credit = 'held' AND t.amount_micros > 0 AND t.execution_id IS NOT NULL AND t.reference IS NULL
        WHEN 'settle' THEN t.debit = 'held' AND t.credit = 'spent' AND t.amount_micros >= 0 AND t.execution_id IS NOT NULL AND t.reference IS NULL
        WHEN 'release' THEN t.debit = 'held' AND t.credit = 'available' AND t.amount_micros > 0 AND t.execution_id IS NOT NULL AND t.reference IS NULL
        ELSE t.execution_id IS NULL AND t.reference IS NOT NULL AND t.amount_micros > 0
          AND CASE t.kind
            WHEN 'top_up' THEN t.debit = 'funding' AND t.credit = 'available'
            WHEN 'credit' THEN t.debit = 'funding' AND t.credit = 'available'
            WHEN 'refund' THEN t.debit = 'funding' AND t.credit = 'available' AND ledger_refund_is_covered(t.project_id, t.reference)
            WHEN 'adjustment' THEN (t.debit, t.credit) IN (('funding', 'available'), ('available', 'funding'))
            ELSE false END
        END)
  ) THEN
    RAISE EXCEPTION 'a transfer of no known kind or amount' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_transfer_is_sound AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS booked
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_sound();
