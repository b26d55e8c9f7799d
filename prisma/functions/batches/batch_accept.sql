-- Accepts all executions of a batch, or none. Execution n has the idempotency key `<batch>:<n>`, which no client can use before it has the response.
--
-- Arguments: id, project, key and its lineage, idempotency key, SHA-256 of the body (hexadecimal), tool, price version; and arrays of equal length with
--   one entry per execution: id, model, minimum, maximum, engine, run time; plans as a JSON array
-- Results: `accepted`; `found`, or `conflict` if the key was used for another request, with the existing batch; or why nothing was accepted, in the words
--   of execution_accept_quoted, decided for the sum as for one execution
-- Locks: the account, for about 40 ms with 1,000 executions
-- Callers: packages/executions/src/store/batches/accept.ts
CREATE OR REPLACE FUNCTION batch_accept(
  p_id text, p_project text, p_key text, p_lineage text, p_idempotency_key text, p_body_sha256 text, p_tool text, p_price_version text,
  p_ids text[], p_models text[], p_minimums bigint[], p_maximums bigint[], p_engines text[], p_max_runtimes integer[], p_plans jsonb,
  OUT outcome text, OUT batch text, OUT available_micros bigint, OUT accepted_at timestamptz
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  size CONSTANT integer := cardinality(p_ids);
  total CONSTANT bigint := (SELECT sum(each) FROM unnest(p_maximums) AS each);
  -- The same value for each execution.
  projects CONSTANT text[] := array_fill(p_project, ARRAY[size]);
  lineages CONSTANT text[] := array_fill(p_lineage, ARRAY[size]);
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  accepted_at := instant();
  available_micros := 0;
  SELECT b.id, CASE WHEN b.key_lineage = p_lineage AND b.body_sha256 = decode(p_body_sha256, 'hex') THEN 'found' ELSE 'conflict' END INTO batch, outcome
    FROM batch AS b WHERE b.project_id = p_project AND b.idempotency_key = p_idempotency_key;
  IF FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM price_misfits(ARRAY[p_project], ARRAY[p_price_version], accepted_at)) THEN
    outcome := 'price_version_mismatch';
    RETURN;
  END IF;
  BEGIN
    PERFORM execution_insert(
      p_ids, projects, array_fill(p_key, ARRAY[size]), lineages, ARRAY(SELECT p_id || ':' || n FROM generate_series(0, size - 1) AS n),
      array_fill(p_body_sha256, ARRAY[size]), array_fill(p_tool, ARRAY[size]), p_models, array_fill(p_price_version, ARRAY[size]), p_minimums,
      p_maximums, p_engines, p_max_runtimes, array_fill(NULL::double precision, ARRAY[size]), p_plans, accepted_at);
    INSERT INTO batch (project_id, id, key_id, key_lineage, idempotency_key, body_sha256, tool, price_version, executions, minimum_micros, maximum_micros, created_at)
      VALUES (p_project, p_id, p_key, p_lineage, p_idempotency_key, decode(p_body_sha256, 'hex'), p_tool, p_price_version, size,
              (SELECT sum(each) FROM unnest(p_minimums) AS each), total, accepted_at);
    INSERT INTO batch_item (project_id, batch_id, index, execution_id)
      SELECT p_project, p_id, n - 1, id FROM unnest(p_ids) WITH ORDINALITY AS item (id, n);
    batch := p_id;
    outcome := 'accepted';
  EXCEPTION WHEN check_violation OR foreign_key_violation THEN
    SELECT decided.outcomes[1], decided.available_micros[1] INTO outcome, available_micros
      FROM execution_decide_capped(ARRAY[p_project], ARRAY[p_lineage], ARRAY[p_id], ARRAY[total], ARRAY[false], accepted_at) AS decided;
    IF outcome = 'accepted' THEN
      RAISE; -- it was not the money
    END IF;
  END;
END $$;
