-- Money that comes and goes without an execution: top-ups, credits, adjustments, and refunds of what an execution was charged.
-- Each is a new transfer from or to `funding` under a reference of its own, booked once; no old row is ever changed.
-- A refund gives back what was spent as new balance: `spent`, usage and the settlement stay as they are.

-- Which execution a refund names. Append-only; its amount is that of the transfer with its reference.
CREATE TABLE ledger_refund (
  project_id   text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  reference    text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, execution_id, reference)
);
CREATE UNIQUE INDEX ledger_refund_reference ON ledger_refund (project_id, reference);
CREATE TRIGGER ledger_refund_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_refund FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

-- Whether the refund of this reference names an execution whose refunds, all together, are no more than it was charged.
CREATE FUNCTION ledger_refund_is_covered(p_project text, p_reference text) RETURNS boolean LANGUAGE sql STABLE
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

-- Books money without an execution; below zero it goes from available back to funding, which only an adjustment may, and never below what is held.
-- p_execution: what a refund names, else null. Returns true, or false when just this was booked under the reference before (nothing happens then).
-- Raises unique_violation when the reference stands for something else, check_violation for what may not be: an amount of nothing, more than
-- is available, more than the execution was charged.
CREATE FUNCTION ledger_fund(p_project text, p_kind text, p_amount_micros bigint, p_reference text, p_execution text) RETURNS boolean LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION ledger_top_up(p_project text, p_amount_micros bigint, p_reference text) RETURNS boolean LANGUAGE sql AS $$
  SELECT ledger_fund(p_project, 'top_up', p_amount_micros, p_reference, NULL);
$$;

-- As before, and: what goes back to funding is subtracted, and a refund that no charge covers is a finding.
CREATE OR REPLACE FUNCTION audit_fold(p_project text, p_rows integer, OUT folded integer, OUT executions text[]) LANGUAGE plpgsql
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
      ON CONFLICT DO NOTHING
  )
  SELECT count(*), array_agg(DISTINCT execution_id) FILTER (WHERE status IS NOT NULL) INTO folded, executions FROM known;
END $$;
