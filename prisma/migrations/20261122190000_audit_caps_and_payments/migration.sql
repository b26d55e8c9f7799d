-- The audit knows two rules more: `cap`, that the counters of capped keys are what the executions of their lineages say, and `payment`, that what was
-- paid by card, and what was taken back of it, is in the ledger once, and that nothing else there claims to be.
--
-- The caps of projects and organizations stand on ledger_account and usage_month, which the rules `account` and `usage` hold against the transfers.

-- Up to which transfer the project's lineages are summed. It is a walk of its own, from the beginning of the project once one of its keys is capped.
ALTER TABLE audit_account ADD COLUMN lineages_transfer_id bigint NOT NULL DEFAULT 0;

-- The transfers up to there, by lineage: as they should stand in ledger_key_cap and ledger_key_usage.
CREATE TABLE audit_lineage (
  project_id  text COLLATE "C" NOT NULL,
  lineage_id  text COLLATE "C" NOT NULL,
  held_micros bigint NOT NULL,
  since       date, -- the month from which its counters tell of all; null: it has no cap
  PRIMARY KEY (project_id, lineage_id)
);
CREATE TABLE audit_lineage_usage (
  project_id     text COLLATE "C" NOT NULL,
  lineage_id     text COLLATE "C" NOT NULL,
  month          date NOT NULL,
  charged_micros bigint NOT NULL,
  PRIMARY KEY (project_id, lineage_id, month)
);

-- The round through the checkouts.
INSERT INTO keeper_cursor (name) VALUES ('checkouts');

-- Adds a project's next transfers, at most p_rows, to the sums of its lineages, and notes which of these have a cap. Returns how many there were.
CREATE FUNCTION audit_fold_lineages(p_project text, p_rows integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  folded integer;
BEGIN
  WITH fresh AS MATERIALIZED (
    SELECT t.* FROM ledger_transfer AS t
    WHERE t.project_id = p_project AND t.id > coalesce((SELECT a.lineages_transfer_id FROM audit_account AS a WHERE a.project_id = p_project), 0)
    ORDER BY t.project_id, t.id LIMIT p_rows
  ), known AS (
    SELECT t.kind, t.amount_micros, t.created_at, e.key_lineage FROM fresh AS t JOIN execution AS e ON e.project_id = t.project_id AND e.id = t.execution_id
  ), held AS (
    INSERT INTO audit_lineage AS a (project_id, lineage_id, held_micros)
      SELECT p_project, key_lineage, sum(CASE kind WHEN 'reserve' THEN amount_micros ELSE -amount_micros END) FROM known GROUP BY key_lineage
      ON CONFLICT (project_id, lineage_id) DO UPDATE SET held_micros = a.held_micros + excluded.held_micros
  ), used AS (
    INSERT INTO audit_lineage_usage AS u (project_id, lineage_id, month, charged_micros)
      SELECT p_project, key_lineage, date_trunc('month', created_at AT TIME ZONE 'UTC')::date, sum(amount_micros)
      FROM known WHERE kind = 'settle' AND amount_micros > 0 GROUP BY 2, 3
      ON CONFLICT (project_id, lineage_id, month) DO UPDATE SET charged_micros = u.charged_micros + excluded.charged_micros
  ), walked AS (
    UPDATE audit_account SET lineages_transfer_id = (SELECT max(id) FROM fresh) WHERE project_id = p_project AND EXISTS (SELECT FROM fresh)
  )
  SELECT count(*) INTO folded FROM fresh;
  -- A counter begins with the month of its first cap, which is no later than now: the clock, because the snapshot is younger than the transaction.
  INSERT INTO audit_lineage AS a (project_id, lineage_id, held_micros, since)
    SELECT k.project_id, k.lineage_id, 0, date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')::date FROM ledger_key_cap AS k
    WHERE k.project_id = p_project
      AND NOT EXISTS (SELECT FROM audit_lineage AS o WHERE o.project_id = k.project_id AND o.lineage_id = k.lineage_id AND o.since IS NOT NULL)
    ON CONFLICT (project_id, lineage_id) DO UPDATE SET since = excluded.since;
  RETURN folded;
END $$;

-- What is wrong with the counters of projects all of whose transfers are in the sums of their lineages.
CREATE FUNCTION audit_caps(p_projects text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT k.project_id, 'cap', k.project_id || ' ' || k.lineage_id,
         format('the key counts %s held, its executions say %s', k.held_micros, coalesce(s.held_micros, 0))
  FROM ledger_key_cap AS k LEFT JOIN audit_lineage AS s ON s.project_id = k.project_id AND s.lineage_id = k.lineage_id
  WHERE k.project_id = ANY (p_projects) AND k.held_micros <> coalesce(s.held_micros, 0)
  UNION ALL
  SELECT s.project_id, 'cap', concat_ws(' ', s.project_id, s.lineage_id, to_char(m.month, 'YYYY-MM')),
         format('the key counts %s charged, its executions say %s', coalesce(u.charged_micros, 0), coalesce(w.charged_micros, 0))
  FROM audit_lineage AS s
  CROSS JOIN LATERAL (SELECT u.month FROM ledger_key_usage AS u WHERE u.project_id = s.project_id AND u.lineage_id = s.lineage_id AND u.month >= s.since
                      UNION SELECT w.month FROM audit_lineage_usage AS w WHERE w.project_id = s.project_id AND w.lineage_id = s.lineage_id AND w.month >= s.since) AS m
  LEFT JOIN ledger_key_usage AS u ON u.project_id = s.project_id AND u.lineage_id = s.lineage_id AND u.month = m.month
  LEFT JOIN audit_lineage_usage AS w ON w.project_id = s.project_id AND w.lineage_id = s.lineage_id AND w.month = m.month
  WHERE s.project_id = ANY (p_projects) AND coalesce(u.charged_micros, 0) <> coalesce(w.charged_micros, 0);
$$;

-- Whether a transfer under a name of the provider's is what it says: the top-up of a checkout that is paid, or the adjustment of an event of one.
CREATE FUNCTION audit_payment_is_known(p_project text, p_kind text, p_amount_micros bigint, p_name text) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off AS $$
  SELECT CASE
    WHEN starts_with(p_name, 'chk_') THEN p_kind = 'top_up' AND EXISTS (
      SELECT FROM checkout AS c WHERE c.project_id = p_project AND c.id = p_name AND c.status = 'paid' AND c.amount_micros = p_amount_micros)
    WHEN starts_with(p_name, 'evt_') THEN p_kind = 'adjustment' AND EXISTS (
      SELECT FROM payment_event AS e JOIN checkout AS c ON c.project_id = e.project AND c.id = e.checkout WHERE e.id = p_name AND e.project = p_project)
    ELSE true END; -- an operator's own name
$$;

-- What is wrong with these checkouts, and with what was booked under these names without being of any.
CREATE FUNCTION audit_payments(p_projects text[], p_names text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
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
      WHEN c.id IS NULL AND t.id IS NOT NULL AND NOT audit_payment_is_known(t.project_id, t.kind, t.amount_micros, item.name)
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

-- The next p_rows checkouts of the round through all of them, again and again. Its cursor moves on.
CREATE FUNCTION audit_checkouts(p_rows integer, OUT projects text[], OUT ids text[]) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  stood text;
BEGIN
  SELECT position INTO stood FROM keeper_cursor WHERE name = 'checkouts';
  SELECT array_agg(walked.project_id ORDER BY walked.project_id, walked.id), array_agg(walked.id ORDER BY walked.project_id, walked.id) INTO projects, ids
    FROM (SELECT c.project_id, c.id FROM checkout AS c WHERE (c.project_id, c.id) > (split_part(stood, ' ', 1), split_part(stood, ' ', 2))
          ORDER BY c.project_id, c.id LIMIT p_rows) AS walked;
  UPDATE keeper_cursor SET position = CASE WHEN coalesce(cardinality(ids), 0) = p_rows THEN projects[p_rows] || ' ' || ids[p_rows] ELSE '' END
    WHERE name = 'checkouts';
END $$;

-- As before, and: what is booked in the provider's name without a payment is a finding.
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
      UNION ALL
      SELECT p_project, 'payment', substr(reference, 8), 'a transfer that no payment explains' -- the same tick says which
      FROM fresh WHERE starts_with(reference, 'stripe-') AND NOT audit_payment_is_known(p_project, kind, amount_micros, substr(reference, 8))
      ON CONFLICT DO NOTHING
  )
  SELECT count(*), array_agg(DISTINCT execution_id) FILTER (WHERE status IS NOT NULL) INTO folded, executions FROM known;
END $$;

-- As before, and: caps and payments.
CREATE OR REPLACE FUNCTION audit_tick(p_rows integer, p_transfers integer, p_every interval)
RETURNS TABLE (rule text, subject text, problem text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  of_executions CONSTANT text[] := ARRAY['charge', 'content', 'cost', 'hold', 'job', 'settlement'];
  projects text[];
  ids text[];
  visited text[];
  compared text[] := '{}';
  capped text[] := '{}';
  payers text[];
  payments text[];
  current_project text;
  fresh record;
  budget integer := p_transfers;
  budget_of_lineages integer := p_transfers;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tollgate'), hashtext('audit'))
     OR EXISTS (SELECT FROM keeper_cursor WHERE name = 'accounts' AND next_at > instant()) THEN
    RETURN;
  END IF;
  SELECT array_agg(f.project_id), array_agg(f.subject) INTO projects, ids
    FROM (SELECT f.project_id, f.subject FROM audit_finding AS f WHERE f.rule = ANY (of_executions) ORDER BY f.rule, f.subject LIMIT p_rows) AS f;
  SELECT coalesce(projects || r.projects, '{}'), coalesce(ids || r.ids, '{}') INTO projects, ids FROM audit_round(p_rows) AS r;

  visited := ARRAY(SELECT a.project_id FROM ledger_account AS a
    WHERE a.project_id > (SELECT c.position FROM keeper_cursor AS c WHERE c.name = 'accounts') ORDER BY a.project_id LIMIT p_rows);
  UPDATE keeper_cursor SET next_at = instant() + p_every, position = CASE WHEN cardinality(visited) < p_rows THEN '' ELSE visited[p_rows] END
    WHERE name = 'accounts';
  FOREACH current_project IN ARRAY visited LOOP
    fresh := audit_fold(current_project, budget);
    IF cardinality(ids) < 4 * p_rows THEN
      ids := ids || fresh.executions[:2 * p_rows];
      projects := projects || array_fill(current_project, ARRAY[cardinality(ids) - cardinality(projects)]);
    END IF;
    budget := budget - fresh.folded;
    IF budget <= 0 THEN -- it may have more, and is compared when the walk comes by again; the next tick goes on behind it
      UPDATE keeper_cursor SET position = current_project WHERE name = 'accounts';
      EXIT;
    END IF;
    compared := compared || current_project;
  END LOOP;
  ids := ids[:4 * p_rows];
  projects := projects[:4 * p_rows];
  PERFORM audit_note(of_executions, ids, (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]')
    FROM (SELECT * FROM audit_executions(projects, ids) UNION SELECT * FROM audit_costs(projects, ids)) AS f));
  PERFORM audit_note(ARRAY['account', 'usage'], compared, (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM audit_projects(compared) AS f));

  FOREACH current_project IN ARRAY ARRAY(SELECT DISTINCT k.project_id FROM ledger_key_cap AS k WHERE k.project_id = ANY (compared) ORDER BY k.project_id) LOOP
    budget_of_lineages := budget_of_lineages - audit_fold_lineages(current_project, budget_of_lineages);
    EXIT WHEN budget_of_lineages <= 0; -- it may have more; the next tick goes on where this one stood
    capped := capped || current_project;
  END LOOP;
  PERFORM audit_note(ARRAY['cap'], capped, (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM audit_caps(capped) AS f));

  SELECT array_agg(f.project_id), array_agg(f.subject) INTO payers, payments
    FROM (SELECT f.project_id, f.subject FROM audit_finding AS f WHERE f.rule = 'payment' ORDER BY f.subject LIMIT p_rows) AS f;
  SELECT coalesce(payers || r.projects, '{}'), coalesce(payments || r.ids, '{}') INTO payers, payments FROM audit_checkouts(p_rows) AS r;
  PERFORM audit_note(ARRAY['payment'], payments, (SELECT coalesce(jsonb_agg(DISTINCT to_jsonb(f)), '[]') FROM audit_payments(payers, payments) AS f));
  RETURN QUERY SELECT f.rule, f.subject, f.problem FROM audit_finding AS f WHERE f.found_at = instant();
END $$;
