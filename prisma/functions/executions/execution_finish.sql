-- Ends executions under their claims: last steps, files, terminal status and, by the trigger execution_is_settled, the settlement, in one transaction.
-- Writes nothing for an execution whose claim is lost.
--
-- Arguments: arrays of equal length with one entry per execution: project, id, claim token, status, reason, charge; as JSON lines, one line per execution,
--   empty for none: billings, results, errors, and steps without a row; steps, files and costs with rows, in the form of execution_write_steps and
--   provider_cost_write, null for none; and the retention of files
-- Results: the claim tokens that were still valid
-- Locks: the executions by project and id, then their accounts
-- Callers: packages/executions/src/store/worker/finish.ts
CREATE OR REPLACE FUNCTION execution_finish(
  p_projects text[], p_ids text[], p_claim_tokens uuid[], p_statuses text[], p_reasons text[], p_charges bigint[], p_billings text,
  p_results text, p_errors text, p_steps text, p_beside jsonb, p_retention interval
) RETURNS SETOF uuid LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  mine jsonb; -- the items of what is still held
  at timestamptz := instant();
BEGIN
  -- `json` can store a NUL, but every later conversion to `jsonb` would fail. Convert it here if there may be one, so that this call fails instead.
  IF strpos(concat(p_billings, p_results, p_errors, p_steps), '\u0000') > 0 THEN
    PERFORM text::jsonb FROM string_to_table(concat_ws(E'\n', p_billings, p_results, p_errors, p_steps), E'\n', '') AS text;
  END IF;
  IF p_beside IS NOT NULL THEN
    SELECT coalesce(jsonb_agg(e.item), '[]') INTO mine FROM execution_lock_held(p_beside) AS e;
    PERFORM execution_write_steps(mine, p_retention);
    PERFORM provider_cost_write(mine);
  END IF;
  RETURN QUERY
  UPDATE execution AS e
    SET status = item.status, charged_micros = item.charge, billing = item.billing::json, result = item.result::json, error = item.error::json,
        local_steps = item.steps::json, claim_token = NULL, leased_until = NULL, run_at = NULL, finished_at = at,
        review = NULL, review_at = NULL, resolve_by = NULL,
        status_reason = CASE WHEN item.status = 'cancelled' AND e.cancel_requested_at IS NULL THEN 'cancel_after' ELSE item.reason END,
        cancel_requested_at = CASE item.status WHEN 'cancelled' THEN coalesce(e.cancel_requested_at, at) ELSE e.cancel_requested_at END
    FROM (SELECT * FROM unnest(p_projects, p_ids, p_claim_tokens, p_statuses, p_reasons, p_charges,
                                string_to_array(p_billings, E'\n', ''), string_to_array(p_results, E'\n', ''),
                                string_to_array(p_errors, E'\n', ''), string_to_array(p_steps, E'\n', ''))
            AS given (project_id, id, claim_token, status, reason, charge, billing, result, error, steps)
          ORDER BY given.project_id, given.id) AS item
    WHERE e.project_id = item.project_id AND e.id = item.id AND e.claim_token = item.claim_token
    RETURNING item.claim_token;
END $$;
