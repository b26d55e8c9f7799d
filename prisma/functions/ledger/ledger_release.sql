-- Writes the transfers held → available for the rest of each settled hold. ledger_settle moves the balances.
--
-- Arguments: arrays of equal length: project, execution, hold, charge; and the time
-- Results: nothing
-- Locks: none itself
-- Callers: ledger_settle
CREATE OR REPLACE FUNCTION ledger_release(p_projects text[], p_executions text[], p_holds_micros bigint[], p_charges_micros bigint[], p_at timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id, created_at)
    SELECT project_id, 'release', 'held', 'available', hold - charge, execution_id, p_at
    FROM unnest(p_projects, p_executions, p_holds_micros, p_charges_micros) AS item (project_id, execution_id, hold, charge)
    WHERE hold <> charge;
$$;
