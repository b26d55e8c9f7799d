-- Accepts paid executions, each due at once. First it inserts all of them by one statement, without a lookup of idempotency keys, because few requests
-- are replays. If a replay, a cap, a balance or a price makes that statement fail, execution_decide_capped decides one request after another, and the same
-- statement inserts those that it accepts. The trigger execution_is_held holds the maximum of each.
--
-- Each connection caches the plan of a function. A plan that was made while the tables were empty scans all of `execution` at each function call (64
-- requests took 4 ms at first and 10 ms after 32,000 rows). Therefore the SET clauses of this function and its like allow index scans only, also in the
-- functions that they call. The few rows are sorted; with sorting disabled, PostgreSQL up to 17 considers a sort expensive enough for JIT compilation, so
-- JIT is off.
--
-- Arguments: a JSON array with one object per request: id of the new execution, project_id, key_id, key_lineage, idempotency_key, body_sha256
--   (hexadecimal), tool, model (or null), price_version, minimum_micros, maximum_micros, plan, engine of its first step, max_runtime_seconds,
--   cancel_after_seconds (or null). If the plan uses own tools also base_price_version (of table and terms) and tools, each with name and version
-- Results: a JSON object: `accepted`, each execution as execution_shown returns it, and `others`, each with `id`, `outcome` and `availableMicros` (text).
--   Both have no order, and are null if empty. Outcomes: `found` (the caller reads it and compares body and lineage), `insufficient_balance` or
--   `monthly_cap_reached` (with the available amount), `price_version_mismatch`, `no_account`
-- Locks: the accounts in the order of project_id, then organizations with a cap. No other transaction can see the inserted executions yet, so the lock
--   order executions, accounts, usage holds
-- Callers: packages/executions/src/store/accept.ts
CREATE OR REPLACE FUNCTION execution_accept_quoted(p_requests jsonb) RETURNS json LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  at CONSTANT timestamptz := instant();
  here CONSTANT integer := server_timeline();
  projects text[];
  versions text[];
  own_tools boolean; -- whether any request uses own tools; null: none
  is_decided boolean := false; -- whether the requests were decided one after another
  others json;
  executions json;
BEGIN
  SELECT array_agg(r.project_id), array_agg(coalesce(r.base_price_version, r.price_version)), bool_or(r.base_price_version IS NOT NULL)
    INTO projects, versions, own_tools FROM jsonb_to_recordset(p_requests) AS r (project_id text, price_version text, base_price_version text);
  PERFORM ledger_lock(projects);
  WHILE p_requests IS NOT NULL LOOP
    BEGIN
      IF NOT is_decided AND EXISTS (SELECT FROM price_misfits(projects, versions, at)) THEN
        RAISE EXCEPTION 'a price version is not in force' USING ERRCODE = 'check_violation';
      END IF;
      IF own_tools AND NOT is_decided THEN -- a condition of its own: beside EXISTS it would prepare the query for built-in tools too
        IF EXISTS (SELECT FROM tool_misfits(p_requests)) THEN
          RAISE EXCEPTION 'a version of a tool is not active' USING ERRCODE = 'check_violation';
        END IF;
      END IF;
      WITH inserted AS (
        INSERT INTO execution AS e (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version, minimum_micros,
                                    maximum_micros, plan, engine, max_runtime_seconds, run_at, created_at, cancel_after, timeline)
          SELECT r.id, r.project_id, r.key_id, r.key_lineage, r.idempotency_key, decode(r.body_sha256, 'hex'), r.tool, r.model, r.price_version,
                 r.minimum_micros, r.maximum_micros, r.plan, r.engine, r.max_runtime_seconds, at, at, at + r.cancel_after_seconds * interval '1 second', here
          FROM jsonb_to_recordset(p_requests) AS r (
            id text, project_id text, key_id text, key_lineage text, idempotency_key text, body_sha256 text, tool text, model text, price_version text,
            minimum_micros bigint, maximum_micros bigint, plan jsonb, engine text, max_runtime_seconds integer, cancel_after_seconds double precision)
          RETURNING execution_shown(e, NULL, NULL) AS shown)
        SELECT json_agg(shown) INTO executions FROM inserted;
      IF own_tools THEN
        PERFORM tool_price_versions_enter(p_requests); -- of what is accepted only; last, because it may wait and everything else is locked
      END IF;
      EXIT;
    EXCEPTION WHEN check_violation OR foreign_key_violation OR unique_violation THEN
      IF is_decided THEN
        RAISE;
      END IF;
    END;
    SELECT jsonb_agg(item.request ORDER BY item.n) FILTER (WHERE item.outcome = 'accepted'),
           json_agg(json_build_object('id', item.request ->> 'id', 'outcome', item.outcome, 'availableMicros', item.available_micros::text))
             FILTER (WHERE item.outcome <> 'accepted')
      INTO p_requests, others
      FROM execution_decide_capped(p_requests, at) AS decided,
           ROWS FROM (jsonb_array_elements(p_requests), unnest(decided.outcomes), unnest(decided.available_micros)) WITH ORDINALITY
             AS item (request, outcome, available_micros, n);
    is_decided := true;
  END LOOP;
  RETURN json_build_object('accepted', executions, 'others', others);
END $$;
