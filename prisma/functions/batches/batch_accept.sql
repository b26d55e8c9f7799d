-- Accepts all executions of a batch, or none. Execution n has the idempotency key `<batch>:<n>`, which no client can use before it has the response.
--
-- Arguments: id, project, key and its lineage, idempotency key, SHA-256 of the body (hexadecimal), tool, price version; and the executions, a JSON
--   array with one object each: index, id, model (or null), minimum_micros, maximum_micros, plan, engine of its first step, max_runtime_seconds,
--   cancel_after_seconds (or null), and if the plan uses own tools base_price_version and tools, as for execution_accept_quoted
-- Results: `accepted`; `found`, or `conflict` if the key was used for another request, with the existing batch; or why nothing was accepted, in the words of
--   execution_accept_quoted, decided for the sum as for one execution
-- Locks: the account, for about 40 ms with 1,000 executions; then the organization, if it has a cap
-- Callers: packages/executions/src/store/batches/accept.ts
CREATE OR REPLACE FUNCTION batch_accept(
  p_id text, p_project text, p_key text, p_lineage text, p_idempotency_key text, p_body_sha256 text, p_tool text, p_price_version text, p_items jsonb,
  OUT outcome text, OUT batch text, OUT available_micros bigint, OUT accepted_at timestamptz
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  here CONSTANT integer := server_timeline();
  size integer;
  minimum bigint;
  maximum bigint;
  base_version text; -- null: no item uses own tools
  request jsonb;
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  accepted_at := instant();
  available_micros := 0;
  SELECT b.id, CASE WHEN b.key_lineage = p_lineage AND b.body_sha256 = decode(p_body_sha256, 'hex') THEN 'found' ELSE 'conflict' END INTO batch, outcome
    FROM batch AS b WHERE b.project_id = p_project AND b.idempotency_key = p_idempotency_key;
  IF FOUND THEN
    RETURN;
  END IF;
  SELECT count(*), sum(item.minimum_micros), sum(item.maximum_micros), max(item.base_price_version) INTO size, minimum, maximum, base_version
    FROM jsonb_to_recordset(p_items) AS item (minimum_micros bigint, maximum_micros bigint, base_price_version text);
  request := jsonb_build_object('project_id', p_project, 'key_lineage', p_lineage, 'idempotency_key', p_id, 'maximum_micros', maximum,
                                'price_version', p_price_version);
  IF base_version IS NOT NULL THEN
    request := request || jsonb_build_object('base_price_version', base_version, 'tools', (
      SELECT jsonb_agg(DISTINCT used) FROM jsonb_to_recordset(p_items) AS item (tools jsonb), jsonb_array_elements(item.tools) AS used));
  END IF;
  SELECT decided.outcomes[1], decided.available_micros[1] INTO outcome, available_micros
    FROM execution_decide_capped(jsonb_build_array(request), accepted_at) AS decided;
  IF outcome <> 'accepted' THEN
    RETURN;
  END IF;
  INSERT INTO execution (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version, minimum_micros, maximum_micros,
                         plan, engine, max_runtime_seconds, run_at, created_at, cancel_after, timeline)
    SELECT item.id, p_project, p_key, p_lineage, p_id || ':' || item.index, decode(p_body_sha256, 'hex'), p_tool, item.model, p_price_version,
           item.minimum_micros, item.maximum_micros, item.plan, item.engine, item.max_runtime_seconds, accepted_at, accepted_at,
           accepted_at + item.cancel_after_seconds * interval '1 second', here
    FROM jsonb_to_recordset(p_items) AS item (
      index integer, id text, model text, minimum_micros bigint, maximum_micros bigint, plan jsonb, engine text, max_runtime_seconds integer,
      cancel_after_seconds double precision);
  INSERT INTO batch (project_id, id, key_id, key_lineage, idempotency_key, body_sha256, tool, price_version, executions, minimum_micros, maximum_micros, created_at)
    VALUES (p_project, p_id, p_key, p_lineage, p_idempotency_key, decode(p_body_sha256, 'hex'), p_tool, p_price_version, size, minimum, maximum, accepted_at);
  INSERT INTO batch_item (project_id, batch_id, index, execution_id)
    SELECT p_project, p_id, item.index, item.id FROM jsonb_to_recordset(p_items) AS item (index integer, id text);
  IF request ? 'tools' THEN
    PERFORM tool_price_versions_enter(jsonb_build_array(request)); -- last, because it may wait and everything else is locked
  END IF;
  batch := p_id;
END $$;
