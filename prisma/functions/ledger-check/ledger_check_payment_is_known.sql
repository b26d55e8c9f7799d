-- Whether a transfer with a provider reference is the top-up of a paid checkout, or the adjustment of an event of one.
--
-- Arguments: project, kind and amount of the transfer, the reference without `stripe-`
-- Results: true or false; true for a reference that an operator chose
-- Locks: none
-- Callers: ledger_check_fold, ledger_check_payments
CREATE OR REPLACE FUNCTION ledger_check_payment_is_known(p_project text, p_kind text, p_amount_micros bigint, p_name text) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off AS $$
  SELECT CASE
    WHEN starts_with(p_name, 'chk_') THEN p_kind = 'top_up' AND EXISTS (
      SELECT FROM checkout AS c WHERE c.project_id = p_project AND c.id = p_name AND c.status = 'paid' AND c.amount_micros = p_amount_micros)
    WHEN starts_with(p_name, 'evt_') THEN p_kind = 'adjustment' AND EXISTS (
      SELECT FROM payment_event AS e JOIN checkout AS c ON c.project_id = e.project AND c.id = e.checkout WHERE e.id = p_name AND e.project = p_project)
    ELSE true END; -- an operator's own name
$$;
