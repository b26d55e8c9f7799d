-- Ledger check of checkouts, and of bookings under these references that belong to no checkout.
--
-- Arguments: arrays of equal length: project and reference
-- Results: one row per problem: project, rule, reference, text
-- Locks: none
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_payments(p_projects text[], p_names text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT item.project_id, 'payment', item.name, found.problem
  FROM unnest(p_projects, p_names) AS item (project_id, name)
  LEFT JOIN checkout AS c ON c.project_id = item.project_id AND c.id = item.name
  LEFT JOIN ledger_transfer AS t ON t.project_id = item.project_id AND t.reference = 'stripe-' || item.name,
    LATERAL (
      SELECT coalesce(sum(CASE b.debit WHEN 'available' THEN b.amount_micros ELSE -b.amount_micros END), 0) AS taken,
             coalesce(bool_or(e.problem = 'spent_already'), false) AS is_owed,
             coalesce(bool_or(e.kind = 'refunded' AND e.amount_micros = c.refunded_micros), false) AS is_refund_told,
             coalesce(bool_or(e.kind = 'disputed'), false) AS is_dispute_told
      FROM payment_event AS e
      LEFT JOIN ledger_transfer AS b ON b.project_id = e.project AND b.reference = 'stripe-' || e.id AND b.kind = 'adjustment'
      WHERE e.project = c.project_id AND e.checkout = c.id) AS r,
    LATERAL (SELECT CASE
      WHEN c.id IS NULL AND t.id IS NOT NULL AND NOT ledger_check_payment_is_known(t.project_id, t.kind, t.amount_micros, item.name)
        THEN format('%s of %s, and neither a paid checkout nor an event of one', t.kind, t.amount_micros)
      WHEN c.id IS NULL THEN NULL
      WHEN c.status = 'paid' AND (t.kind, t.amount_micros) IS DISTINCT FROM ('top_up', c.amount_micros)
        THEN format('paid %s, booked %s', c.amount_micros, coalesce(t.kind || ' of ' || t.amount_micros, 'nothing'))
      WHEN c.status <> 'paid' AND t.id IS NOT NULL THEN format('%s, yet booked %s of %s', c.status, t.kind, t.amount_micros)
      WHEN r.taken > c.amount_micros THEN format('paid %s, and %s taken back', c.amount_micros, r.taken)
      WHEN r.taken <> c.taken_micros THEN format('%s taken back, its adjustments say %s', c.taken_micros, r.taken)
      WHEN r.taken < least(c.amount_micros, c.refunded_micros + c.disputed_micros) AND NOT r.is_owed
        THEN format('%s refunded and %s disputed of %s, only %s taken back', c.refunded_micros, c.disputed_micros, c.amount_micros, r.taken)
      WHEN (c.refunded_micros > 0 AND NOT r.is_refund_told) OR (c.disputed_micros > 0 AND NOT r.is_dispute_told)
        THEN format('%s refunded and %s disputed, of which no event tells', c.refunded_micros, c.disputed_micros) END) AS found (problem)
  WHERE found.problem IS NOT NULL;
$$;
