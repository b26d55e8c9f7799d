-- Accepts paid executions, each due at once: finds replays, checks price version, caps and balance, and holds the maximum. It takes arrays, because
-- parsing JSON would cost as much as everything else except writing the rows. Each connection caches the plan of a function. A plan that was made while the
-- tables were empty scans all of `execution` at each function call (64 requests took 4 ms at first and 10 ms after 32,000 rows). Therefore the SET clauses
-- of this function and its like allow index scans only, also in the functions that they call. The few rows are sorted; with sorting disabled, PostgreSQL up
-- to 17 considers a sort expensive enough for JIT compilation, so JIT is off.
--
-- Arguments: arrays of equal length with one entry per request: id of the new execution, project, key, lineage, idempotency key, SHA-256 of the body
--   (hexadecimal), tool, model (or null), price version, minimum, maximum, engine, run time, seconds until the client's time limit (or null); plans as a
--   JSON array
-- Results: one entry per request: outcome `accepted`, `found` (the caller reads it and compares body and lineage), `insufficient_balance` or
--   `monthly_cap_reached` (with the available amount), `price_version_mismatch`, `no_account`; and the time of the acceptance
-- Locks: the accounts in the order of project_id, then organizations with a cap. No other transaction can see the inserted executions yet, so the lock
--   order executions, accounts, usage holds
-- Callers: packages/executions/src/store/accept.ts
CREATE OR REPLACE FUNCTION execution_accept_quoted(
  p_ids text[], p_projects text[], p_keys text[], p_lineages text[], p_idempotency_keys text[], p_bodies_sha256 text[],
  p_tools text[], p_models text[], p_price_versions text[], p_minimums bigint[], p_maximums bigint[], p_engines text[],
  p_max_runtimes integer[], p_cancel_afters double precision[], p_plans jsonb,
  OUT outcomes text[], OUT available_micros bigint[], OUT accepted_at timestamptz
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  are_stale boolean[]; -- at a price version that is not in force
BEGIN
  PERFORM ledger_lock(p_projects);
  accepted_at := instant();
  available_micros := array_fill(0::bigint, ARRAY[cardinality(p_ids)]);
  BEGIN
    IF EXISTS (SELECT FROM price_misfits(p_projects, p_price_versions, accepted_at)) THEN
      RAISE EXCEPTION 'a price version is not in force' USING ERRCODE = 'check_violation';
    END IF;
    PERFORM execution_insert(p_ids, p_projects, p_keys, p_lineages, p_idempotency_keys, p_bodies_sha256, p_tools, p_models, p_price_versions,
                             p_minimums, p_maximums, p_engines, p_max_runtimes, p_cancel_afters, p_plans, accepted_at);
    outcomes := array_fill('accepted'::text, ARRAY[cardinality(p_ids)]);
  EXCEPTION WHEN check_violation OR foreign_key_violation OR unique_violation THEN
    are_stale := ARRAY(
      SELECT misfit.version IS NOT NULL FROM unnest(p_projects, p_price_versions) WITH ORDINALITY AS asked (project_id, version, n)
      LEFT JOIN price_misfits(p_projects, p_price_versions, accepted_at) AS misfit USING (project_id, version) ORDER BY asked.n);
    SELECT decided.outcomes, decided.available_micros INTO outcomes, available_micros
      FROM execution_decide_capped(p_projects, p_lineages, p_idempotency_keys, p_maximums, are_stale, accepted_at) AS decided;
    PERFORM execution_insert(array_agg(id ORDER BY n), array_agg(project_id ORDER BY n), array_agg(key_id ORDER BY n), array_agg(lineage ORDER BY n),
        array_agg(idempotency_key ORDER BY n), array_agg(body_sha256 ORDER BY n), array_agg(tool ORDER BY n), array_agg(model ORDER BY n),
        array_agg(price_version ORDER BY n), array_agg(minimum ORDER BY n), array_agg(maximum ORDER BY n), array_agg(engine ORDER BY n),
        array_agg(max_runtime ORDER BY n), array_agg(cancel_after ORDER BY n), jsonb_agg(plan ORDER BY n), accepted_at)
      FROM ROWS FROM (
             unnest(p_ids, p_projects, p_keys, p_lineages, p_idempotency_keys, p_bodies_sha256, p_tools, p_models, p_price_versions,
                    p_minimums, p_maximums, p_engines, p_max_runtimes, p_cancel_afters, outcomes),
             jsonb_array_elements(p_plans)) WITH ORDINALITY
        AS item (id, project_id, key_id, lineage, idempotency_key, body_sha256, tool, model, price_version, minimum, maximum, engine,
                 max_runtime, cancel_after, outcome, plan, n)
      WHERE outcome = 'accepted' HAVING count(*) > 0;
  END;
END $$;
