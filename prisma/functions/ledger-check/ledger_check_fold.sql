-- Adds the next transfers of a project to its sums and to the run times of its tools. Notes transfers without an execution, refunds that no charge covers,
-- and bookings under a provider reference without a payment.
--
-- Arguments: project, the maximum number of transfers
-- Results: the number of transfers, and their executions
-- Locks: rows of the ledger checks' own tables and of tool_duration
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_fold(p_project text, p_rows integer, OUT folded integer, OUT executions text[]) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
BEGIN
  WITH fresh AS MATERIALIZED (
    SELECT t.* FROM ledger_transfer AS t
    WHERE t.project_id = p_project AND t.id > coalesce((SELECT a.transfer_id FROM audit_account AS a WHERE a.project_id = p_project), 0)
    ORDER BY t.project_id, t.id LIMIT p_rows
  ), known AS (
    SELECT t.*, e.status, e.tool, e.model, e.started_at, e.finished_at FROM fresh AS t LEFT JOIN execution AS e ON e.project_id = t.project_id AND e.id = t.execution_id
  ), account AS (
    INSERT INTO audit_account AS a (project_id, transfer_id, funded_micros, available_micros, held_micros, spent_micros)
      SELECT p_project, max(id), sum(CASE 'funding' WHEN debit THEN amount_micros WHEN credit THEN -amount_micros ELSE 0 END),
             sum(CASE 'available' WHEN credit THEN amount_micros WHEN debit THEN -amount_micros ELSE 0 END),
             sum(CASE 'held' WHEN credit THEN amount_micros WHEN debit THEN -amount_micros ELSE 0 END),
             coalesce(sum(amount_micros) FILTER (WHERE credit = 'spent'), 0)
      FROM fresh HAVING count(*) > 0
      ON CONFLICT (project_id) DO UPDATE
        SET transfer_id = excluded.transfer_id, funded_micros = a.funded_micros + excluded.funded_micros,
            available_micros = a.available_micros + excluded.available_micros, held_micros = a.held_micros + excluded.held_micros,
            spent_micros = a.spent_micros + excluded.spent_micros
  ), used AS (
    INSERT INTO audit_usage AS u (project_id, month, settled_requests, charged_micros)
      SELECT p_project, date_trunc('month', created_at AT TIME ZONE 'UTC')::date, count(*), sum(amount_micros)
      FROM known WHERE kind = 'settle' AND (amount_micros > 0 OR status = 'succeeded') GROUP BY 2
      ON CONFLICT (project_id, month) DO UPDATE
        SET settled_requests = u.settled_requests + excluded.settled_requests, charged_micros = u.charged_micros + excluded.charged_micros
  ), timed AS (
    INSERT INTO tool_duration AS d (tool, model, environment, day, bucket, runs)
      SELECT k.tool, coalesce(k.model, ''), p.environment, (k.finished_at AT TIME ZONE 'UTC')::date, tool_duration_bucket(k.finished_at - k.started_at), count(*)
      FROM known AS k JOIN project AS p ON p.id = k.project_id
      WHERE k.kind = 'settle' AND k.status = 'succeeded' AND k.started_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (environment, day, tool, model, bucket) DO UPDATE SET runs = d.runs + excluded.runs
  ), stray AS (
    INSERT INTO audit_finding (project_id, rule, subject, problem)
      SELECT p_project, 'transfer', id::text, format('%s of %s in %s for %s, which does not exist', kind, amount_micros, p_project, execution_id)
      FROM known WHERE execution_id IS NOT NULL AND status IS NULL
      UNION ALL
      SELECT p_project, 'transfer', id::text, format('refund of %s in %s, which no charge covers', amount_micros, p_project)
      FROM fresh WHERE kind = 'refund' AND NOT ledger_refund_is_covered(p_project, reference)
      UNION ALL
      SELECT p_project, 'payment', substr(reference, 8), 'a transfer that no payment explains' -- the same tick says which
      FROM fresh WHERE starts_with(reference, 'stripe-') AND NOT ledger_check_payment_is_known(p_project, kind, amount_micros, substr(reference, 8))
      ON CONFLICT DO NOTHING
  )
  SELECT count(*), array_agg(DISTINCT execution_id) FILTER (WHERE status IS NOT NULL) INTO folded, executions FROM known;
END $$;
