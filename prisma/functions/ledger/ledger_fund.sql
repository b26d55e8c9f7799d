-- Books a change of the balance without an execution: a top-up, a credit, a refund or an adjustment. Each is a new transfer from or to funding, booked once
-- under its reference; old rows never change. A refund adds spent money to the balance again: spent, usage and the settlement stay as they are.
--
-- Arguments: project; kind (top_up, credit, refund, adjustment); amount, negative for an adjustment that takes available money; reference; the execution
--   of a refund, otherwise null
-- Results: true; false if the same was booked before under this reference. Raises unique_violation (23505) if the reference was used for something else,
--   check_violation (23514) for an amount of zero, above the available balance, or above the charge of the execution
-- Locks: the account
-- Callers: ledger_top_up, packages/ledger/src/store/fund.ts
CREATE OR REPLACE FUNCTION ledger_fund(p_project text, p_kind text, p_amount_micros bigint, p_reference text, p_execution text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  booked record;
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  SELECT t.kind, CASE t.debit WHEN 'funding' THEN t.amount_micros ELSE -t.amount_micros END AS amount, r.execution_id INTO booked
    FROM ledger_transfer AS t LEFT JOIN ledger_refund AS r ON r.project_id = t.project_id AND r.reference = t.reference
    WHERE t.project_id = p_project AND t.reference = p_reference;
  IF FOUND THEN
    IF (booked.kind, booked.amount) = (p_kind, p_amount_micros) AND booked.execution_id IS NOT DISTINCT FROM p_execution THEN
      RETURN false;
    END IF;
    RAISE EXCEPTION '% % was booked otherwise', p_kind, p_reference USING ERRCODE = 'unique_violation';
  ELSIF (p_kind = 'refund') <> (p_execution IS NOT NULL) THEN
    RAISE EXCEPTION 'a refund, and nothing else, names an execution' USING ERRCODE = 'check_violation';
  ELSIF p_kind = 'refund' THEN
    INSERT INTO ledger_refund (project_id, execution_id, reference) VALUES (p_project, p_execution, p_reference);
  END IF;
  INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference)
    VALUES (p_project, p_kind, CASE WHEN p_amount_micros < 0 THEN 'available' ELSE 'funding' END,
            CASE WHEN p_amount_micros < 0 THEN 'funding' ELSE 'available' END, abs(p_amount_micros), p_reference);
  UPDATE ledger_account
    SET funded_micros = funded_micros + p_amount_micros, available_micros = available_micros + p_amount_micros
    WHERE project_id = p_project;
  RETURN true;
END $$;
