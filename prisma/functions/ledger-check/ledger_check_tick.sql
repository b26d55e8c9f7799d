-- One tick of the ledger checks: compares a bounded part of executions, transfers, accounts, usage, costs, counters of capped keys, payments and batches,
-- continuing after the last tick. A tick covers p_rows projects with p_transfers new transfers, at most 2 × p_rows executions of these transfers, p_rows of
-- the round and p_rows with a finding; the round covers the rest. It corrects nothing: a finding is an alert for people. Call it in a REPEATABLE READ
-- transaction, because sums and accounts must be read in one snapshot.
--
-- Arguments: rows, transfers, and the least time between two ticks
-- Results: the new problems; nothing if another keeper runs a tick now or did within p_every
-- Locks: an advisory lock, taken only if it is free; rows of keeper_cursor and of the ledger checks' own tables
-- Callers: packages/ledger-check/src/store/check.ts
CREATE OR REPLACE FUNCTION ledger_check_tick(p_rows integer, p_transfers integer, p_every interval)
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
  batchers text[];
  batches text[];
  current_project text;
  fresh record;
  budget integer := p_transfers;
  budget_of_lineages integer := p_transfers;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('farebox'), hashtext('ledger-check'))
     OR EXISTS (SELECT FROM keeper_cursor WHERE name = 'accounts' AND next_at > instant()) THEN
    RETURN;
  END IF;
  SELECT array_agg(f.project_id), array_agg(f.subject) INTO projects, ids
    FROM (SELECT f.project_id, f.subject FROM audit_finding AS f WHERE f.rule = ANY (of_executions) ORDER BY f.rule, f.subject LIMIT p_rows) AS f;
  SELECT coalesce(projects || r.projects, '{}'), coalesce(ids || r.ids, '{}') INTO projects, ids FROM ledger_check_round(p_rows) AS r;

  visited := ARRAY(SELECT a.project_id FROM ledger_account AS a
    WHERE a.project_id > (SELECT c.position FROM keeper_cursor AS c WHERE c.name = 'accounts') ORDER BY a.project_id LIMIT p_rows);
  UPDATE keeper_cursor SET next_at = instant() + p_every, position = CASE WHEN cardinality(visited) < p_rows THEN '' ELSE visited[p_rows] END
    WHERE name = 'accounts';
  FOREACH current_project IN ARRAY visited LOOP
    fresh := ledger_check_fold(current_project, budget);
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
  PERFORM ledger_check_note(of_executions, ids, (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]')
    FROM (SELECT * FROM ledger_check_executions(projects, ids) UNION SELECT * FROM ledger_check_costs(projects, ids)) AS f));
  PERFORM ledger_check_note(ARRAY['account', 'usage'], compared, (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM ledger_check_projects(compared) AS f));

  FOREACH current_project IN ARRAY ARRAY(SELECT DISTINCT k.project_id FROM ledger_key_cap AS k WHERE k.project_id = ANY (compared) ORDER BY k.project_id) LOOP
    budget_of_lineages := budget_of_lineages - ledger_check_fold_lineages(current_project, budget_of_lineages);
    EXIT WHEN budget_of_lineages <= 0; -- it may have more; the next tick goes on where this one stood
    capped := capped || current_project;
  END LOOP;
  PERFORM ledger_check_note(ARRAY['cap'], capped, (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM ledger_check_caps(capped) AS f));

  SELECT array_agg(f.project_id), array_agg(f.subject) INTO payers, payments
    FROM (SELECT f.project_id, f.subject FROM audit_finding AS f WHERE f.rule = 'payment' ORDER BY f.subject LIMIT p_rows) AS f;
  SELECT coalesce(payers || r.projects, '{}'), coalesce(payments || r.ids, '{}') INTO payers, payments FROM ledger_check_checkouts(p_rows) AS r;
  PERFORM ledger_check_note(ARRAY['payment'], payments, (SELECT coalesce(jsonb_agg(DISTINCT to_jsonb(f)), '[]') FROM ledger_check_payments(payers, payments) AS f));

  SELECT array_agg(f.project_id), array_agg(f.subject) INTO batchers, batches
    FROM (SELECT f.project_id, f.subject FROM audit_finding AS f WHERE f.rule = 'batch' ORDER BY f.subject LIMIT p_rows) AS f;
  SELECT coalesce(batchers || r.projects, '{}'), coalesce(batches || r.ids, '{}') INTO batchers, batches FROM ledger_check_batch_round(least(p_rows, 10)) AS r;
  PERFORM ledger_check_note(ARRAY['batch'], batches, (SELECT coalesce(jsonb_agg(DISTINCT to_jsonb(f)), '[]') FROM ledger_check_batches(batchers, batches) AS f));
  RETURN QUERY SELECT f.rule, f.subject, f.problem FROM audit_finding AS f WHERE f.found_at = instant();
END $$;
