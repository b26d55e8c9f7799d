-- Whether the refund with this reference names an execution whose refunds together do not exceed its charge.
--
-- Arguments: project, reference of the refund
-- Results: true or false
-- Locks: none; the caller holds the account
-- Callers: ledger_check_fold, ledger_transfer_is_sound
CREATE OR REPLACE FUNCTION ledger_refund_is_covered(p_project text, p_reference text) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off AS $$
  SELECT EXISTS (
    SELECT FROM ledger_refund AS r
    JOIN ledger_transfer AS s ON s.project_id = r.project_id AND s.execution_id = r.execution_id AND s.kind = 'settle'
    WHERE r.project_id = p_project AND r.reference = p_reference
      AND s.amount_micros >= (
        SELECT sum(t.amount_micros) FROM ledger_refund AS o
        JOIN ledger_transfer AS t ON t.project_id = o.project_id AND t.reference = o.reference AND t.kind = 'refund'
        WHERE o.project_id = r.project_id AND o.execution_id = r.execution_id));
$$;
