-- Inserts executions; the trigger execution_is_held holds their maximum charges. It does not look up idempotency keys first, because that would slow down
-- every accept for a rare case: a key that was accepted before raises an error instead. Part of execution_accept_quoted and batch_accept.
--
-- Arguments: those of execution_accept_quoted, and the time of the acceptance
-- Results: nothing. Raises check_violation (23514) if not all can be held, unique_violation (23505) if an idempotency key was accepted before
-- Locks: none itself: the caller holds the accounts; ledger_shared_cap_is_passed locks organizations with a cap
-- Callers: batch_accept, execution_accept_quoted
CREATE OR REPLACE FUNCTION execution_insert(
  p_ids text[], p_projects text[], p_keys text[], p_lineages text[], p_idempotency_keys text[], p_bodies_sha256 text[],
  p_tools text[], p_models text[], p_price_versions text[], p_minimums bigint[], p_maximums bigint[], p_engines text[],
  p_max_runtimes integer[], p_cancel_afters double precision[], p_plans jsonb, p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here integer := server_timeline();
  is_reached boolean;
  is_shared boolean;
BEGIN
  INSERT INTO execution (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version, minimum_micros,
                         maximum_micros, plan, engine, max_runtime_seconds, run_at, created_at, cancel_after, timeline)
    SELECT id, project_id, key_id, lineage, idempotency_key, decode(body_sha256, 'hex'), tool, model, price_version, minimum,
           maximum, plan, engine, max_runtime, p_at, p_at, p_at + cancel_after * interval '1 second', here
    FROM ROWS FROM (
           unnest(p_ids, p_projects, p_keys, p_lineages, p_idempotency_keys, p_bodies_sha256, p_tools, p_models, p_price_versions,
                  p_minimums, p_maximums, p_engines, p_max_runtimes, p_cancel_afters),
           jsonb_array_elements(p_plans))
      AS item (id, project_id, key_id, lineage, idempotency_key, body_sha256, tool, model, price_version, minimum, maximum, engine,
               max_runtime, cancel_after, plan);
  SELECT bool_or(project.monthly_cap_micros < coalesce(usage.charged_micros, 0) + account.held_micros),
         bool_or(organization.monthly_cap_micros IS NOT NULL AND project.environment = 'live') OR EXISTS (SELECT FROM ledger_key_cap)
    INTO is_reached, is_shared
    FROM (SELECT DISTINCT project_id FROM unnest(p_projects) AS each (project_id)) AS each
    JOIN ledger_account AS account ON account.project_id = each.project_id JOIN project ON project.id = each.project_id
    JOIN organization ON organization.id = project.organization_id
    LEFT JOIN usage_month AS usage ON usage.project_id = each.project_id AND usage.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date;
  IF is_reached OR (is_shared AND ledger_shared_cap_is_passed(p_projects, p_lineages, p_at)) THEN
    RAISE EXCEPTION 'a monthly cap is reached' USING ERRCODE = 'check_violation';
  END IF;
END $$;
