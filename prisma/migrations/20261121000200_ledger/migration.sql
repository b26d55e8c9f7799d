-- The ledger: the only code that writes ledger_account, ledger_transfer and usage_month.
--
-- Sets, not rows: each function takes arrays of equal length, one entry an execution, so that many executions of one moment
-- cost one statement. Arrays may mix projects.
-- Locks: every function locks the accounts it touches in the order of project_id, before it reads a balance. A caller that
-- also locks executions locks those first (settlement, cancel) or has just created them (accept): there is no cycle.
-- Errors: a balance that would fall below zero raises check_violation (23514), a second reserve or settlement of an
-- execution unique_violation (23505). Either undoes the whole transaction.

-- Transfers are never changed or removed: a correction is a new transfer.
CREATE FUNCTION ledger_transfer_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_transfer is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_transfer_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_final();

-- What a transfer may be: it moves something between the two places that its kind names. As for executions no CHECK, which every statement reads anew.
CREATE FUNCTION ledger_transfer_is_sound() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (
    SELECT FROM booked AS t WHERE NOT (
      CASE t.kind
        WHEN 'reserve' THEN t.debit = 'available' AND t.credit = 'held'
        WHEN 'settle' THEN t.debit = 'held' AND t.credit = 'spent'
        WHEN 'release' THEN t.debit = 'held' AND t.credit = 'available'
        WHEN 'top_up' THEN t.debit = 'funding' AND t.credit = 'available'
        ELSE false END
      AND (t.amount_micros > 0 OR t.amount_micros = 0 AND t.kind = 'settle')
      AND (t.kind = 'top_up') = (t.execution_id IS NULL) AND (t.kind = 'top_up') = (t.reference IS NOT NULL))
  ) THEN
    RAISE EXCEPTION 'a transfer of no known kind or amount' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transfer_is_sound AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS booked
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_sound();

-- Opens the account of a new project, with nothing in it.
CREATE FUNCTION ledger_open(p_project text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_account (project_id) VALUES (p_project);
$$;

-- Locks the accounts of these projects until the end of the transaction, in one order for everybody.
CREATE FUNCTION ledger_lock(p_projects text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ledger_account WHERE project_id = ANY (p_projects) ORDER BY project_id FOR NO KEY UPDATE;
END $$;

-- funding → available. Returns true, or false when this reference was booked before with the same amount (nothing happens
-- then); raises unique_violation when it was booked with another amount.
CREATE FUNCTION ledger_top_up(p_project text, p_amount_micros bigint, p_reference text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  booked bigint;
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  SELECT amount_micros INTO booked FROM ledger_transfer WHERE project_id = p_project AND reference = p_reference;
  IF booked = p_amount_micros THEN
    RETURN false;
  ELSIF booked IS NOT NULL THEN
    RAISE EXCEPTION 'top-up % was booked with another amount', p_reference USING ERRCODE = 'unique_violation';
  END IF;
  INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference)
    VALUES (p_project, 'top_up', 'funding', 'available', p_amount_micros, p_reference);
  UPDATE ledger_account
    SET funded_micros = funded_micros + p_amount_micros, available_micros = available_micros + p_amount_micros
    WHERE project_id = p_project;
  RETURN true;
END $$;

-- available → held, one hold an execution, booked at p_at. The caller holds the locks of ledger_lock and has checked the balances.
CREATE FUNCTION ledger_reserve(p_projects text[], p_executions text[], p_amounts_micros bigint[], p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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

-- Ends holds: held → spent for the charge, held → available for the rest; books the charge in the UTC month of
-- p_at, which is also when the executions end.
-- p_counted says which of them count as settled requests (they charged or succeeded).
-- Raises check_violation when a charge is above its hold, unique_violation when a hold was ended before.
CREATE FUNCTION ledger_settle(
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

-- held → available: the transfers of what a settlement leaves of each hold. A part of ledger_settle, which moves the balances.
CREATE FUNCTION ledger_release(p_projects text[], p_executions text[], p_holds_micros bigint[], p_charges_micros bigint[], p_at timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id, created_at)
    SELECT project_id, 'release', 'held', 'available', hold - charge, execution_id, p_at
    FROM unnest(p_projects, p_executions, p_holds_micros, p_charges_micros) AS item (project_id, execution_id, hold, charge)
    WHERE hold <> charge;
$$;
