-- Moves available → held: one hold per execution. Works on sets, so that many executions of the same moment share one statement.
--
-- Arguments: arrays of equal length with one entry per execution: project, execution, amount; and the time of the booking. Projects may be mixed
-- Results: nothing. Raises check_violation (23514) if a balance would become negative, unique_violation (23505) for a second hold
-- Locks: none itself: the caller holds those of ledger_lock
-- Callers: execution_is_held
CREATE OR REPLACE FUNCTION ledger_reserve(p_projects text[], p_executions text[], p_amounts_micros bigint[], p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id, created_at)
    SELECT project_id, 'reserve', 'available', 'held', amount, execution_id, p_at
    FROM unnest(p_projects, p_executions, p_amounts_micros) AS hold (project_id, execution_id, amount);
  UPDATE ledger_account AS account
    SET available_micros = available_micros - total, held_micros = held_micros + total
    FROM (SELECT project_id, sum(amount)::bigint AS total
          FROM unnest(p_projects, p_amounts_micros) AS hold (project_id, amount) GROUP BY project_id) AS moved
    WHERE account.project_id = moved.project_id AND account.project_id = ANY (p_projects); -- never all, however few the planner believes there are
END $$;
