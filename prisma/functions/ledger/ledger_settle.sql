-- Ends holds: held → spent for the charge, held → available for the rest. Books the charge in the UTC month of p_at, which is also the end of the executions.
-- The update of the accounts names the projects, so that it never scans the table, whatever size the planner assumes.
--
-- Arguments: arrays of equal length with one entry per execution: project, execution, hold, charge, whether it counts as a settled request (it charged or
--   succeeded); and the time of the end
-- Results: nothing. Raises check_violation (23514) if a charge exceeds its hold, unique_violation (23505) if a hold was ended before
-- Locks: the accounts in the order of project_id (ledger_lock), then their rows of usage_month
-- Callers: execution_is_settled
CREATE OR REPLACE FUNCTION ledger_settle(
  p_projects text[], p_executions text[], p_holds_micros bigint[], p_charges_micros bigint[], p_counted boolean[], p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_lock(p_projects);
  INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id, created_at)
    SELECT project_id, 'settle', 'held', 'spent', charge, execution_id, p_at
    FROM unnest(p_projects, p_executions, p_charges_micros) AS item (project_id, execution_id, charge);
  IF p_holds_micros <> p_charges_micros THEN
    PERFORM ledger_release(p_projects, p_executions, p_holds_micros, p_charges_micros, p_at);
  END IF;
  UPDATE ledger_account AS account
    SET held_micros = held_micros - hold, spent_micros = spent_micros + charge, available_micros = available_micros + hold - charge
    FROM (SELECT project_id, sum(hold)::bigint AS hold, sum(charge)::bigint AS charge
          FROM unnest(p_projects, p_holds_micros, p_charges_micros) AS item (project_id, hold, charge) GROUP BY project_id) AS moved
    WHERE account.project_id = moved.project_id AND account.project_id = ANY (p_projects); -- never all, however few the planner believes there are
  INSERT INTO usage_month AS usage (project_id, month, settled_requests, charged_micros)
    SELECT project_id, date_trunc('month', p_at AT TIME ZONE 'UTC')::date, count(*), sum(charge)::bigint
    FROM unnest(p_projects, p_charges_micros, p_counted) AS item (project_id, charge, counted)
    WHERE counted GROUP BY project_id ORDER BY project_id
    ON CONFLICT (project_id, month) DO UPDATE
      SET settled_requests = usage.settled_requests + excluded.settled_requests,
          charged_micros = usage.charged_micros + excluded.charged_micros;
END $$;
