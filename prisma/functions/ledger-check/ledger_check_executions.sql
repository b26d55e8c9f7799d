-- Ledger check of executions: hold, settlement, charge, job and content.
--
-- Arguments: arrays of equal length: project and id
-- Results: one row per problem: project, rule, execution, text
-- Locks: none
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_executions(p_projects text[], p_ids text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT e.project_id, found.rule, e.id, found.problem
  FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id,
    LATERAL (SELECT e.finished_at IS NOT NULL) AS state (is_over),
    LATERAL (
      SELECT count(*) FILTER (WHERE kind = 'reserve') AS holds, coalesce(sum(amount_micros) FILTER (WHERE kind = 'reserve'), 0) AS held,
             count(*) FILTER (WHERE kind = 'settle') AS settlements, coalesce(sum(amount_micros) FILTER (WHERE kind = 'settle'), 0) AS settled,
             count(*) FILTER (WHERE kind = 'release') AS releases, coalesce(sum(amount_micros) FILTER (WHERE kind = 'release'), 0) AS released
      FROM ledger_transfer AS t WHERE t.project_id = e.project_id AND t.execution_id = e.id) AS b,
    LATERAL (SELECT coalesce(sum((line ->> 'amountMicros')::numeric), 0) FROM json_array_elements(coalesce(e.billing, '[]')) AS line) AS bill (billed),
    LATERAL (SELECT CASE WHEN is_over THEN ledger_check_expected_charge(e) END) AS due (expected),
    LATERAL (SELECT count(*) FROM execution_steps(e) AS s WHERE s.status = 'succeeded') AS done (steps),
    LATERAL (VALUES
      ('hold', CASE WHEN holds <> 1 OR held <> e.maximum_micros
        THEN format('%s holds of %s for a maximum of %s', holds, held, e.maximum_micros) END),
      ('settlement', CASE
        WHEN NOT is_over AND settlements + releases > 0 THEN format('%s, yet settled by %s and released by %s', e.status, settled, released)
        WHEN is_over AND (settlements <> 1 OR settled <> e.charged_micros OR released <> e.maximum_micros - e.charged_micros)
        THEN format('%s for %s: %s settlements of %s, %s released of %s', e.status, e.charged_micros, settlements, settled, released, e.maximum_micros) END),
      ('charge', CASE
        WHEN is_over AND (billed <> e.charged_micros OR expected <> e.charged_micros)
        THEN format('%s for %s: the bill says %s, its steps say %s', e.status, e.charged_micros, billed, expected)
        WHEN e.status = 'succeeded' AND steps <> jsonb_array_length(e.plan)
        THEN format('succeeded with %s steps of %s', steps, jsonb_array_length(e.plan)) END),
      -- Without a job the keeper would never look at the execution again, and its hold would stay for ever.
      ('job', CASE WHEN is_over = EXISTS (SELECT FROM execution_job AS j WHERE j.project_id = e.project_id AND j.id = e.id AND j.engine = e.engine)
        THEN format('%s, %s a job of its engine', e.status, CASE WHEN is_over THEN 'with' ELSE 'without' END) END),
      -- The content of an execution is complete, or a recorded actor deleted all of it.
      ('content', CASE
        WHEN e.content_deleted_at IS NULL AND jsonb_path_exists(e.plan, '$[*] ? (!exists(@.parameters))') THEN 'its content is gone, and nobody deleted it'
        WHEN e.content_deleted_at IS NOT NULL AND NOT is_over THEN format('%s, yet its content was deleted', e.status)
        WHEN e.content_deleted_at IS NOT NULL AND execution_has_content(e) THEN 'its content was deleted, and is there' END)
    ) AS found (rule, problem)
  WHERE found.problem IS NOT NULL;
$$;
