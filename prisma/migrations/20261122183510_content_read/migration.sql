-- What reads executions knows content that was deleted: polls and lists say so, and the audit tells it from content that is lost.

-- As before, and: since when its content is gone, and by whom. At the end, because what reads it goes by places.
CREATE OR REPLACE FUNCTION execution_read(p_projects text[], p_ids text[]) RETURNS json LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (
    SELECT json_agg(json_build_array(
      e.id, e.project_id, e.tool, e.model, e.status, e.status_reason, e.cancel_requested_at, e.price_version, e.minimum_micros::text,
      e.maximum_micros::text, e.charged_micros::text, e.error, e.review, e.resolve_by, e.created_at, e.started_at, e.finished_at,
      jsonb_path_query_array(e.plan, '$[*].name'), jsonb_path_query_array(e.plan, '$[*].engine'), e.billing, e.result, e.attempts,
      (SELECT json_agg(json_build_array(s.index, s.status, s.attempt, s.started_at, s.finished_at) ORDER BY s.index)
       FROM (SELECT r.index, r.status, r.attempt, r.started_at, r.finished_at FROM execution_step AS r WHERE r.project_id = e.project_id AND r.execution_id = e.id
             UNION ALL
             SELECT * FROM json_to_recordset(e.local_steps) AS l (index integer, status text, attempt integer, "startedAt" timestamptz, "finishedAt" timestamptz)) AS s),
      (SELECT json_agg(artifact) FROM (
         SELECT f.id, f.mime_type, f.size_bytes, encode(f.sha256, 'hex') AS sha256, f.created_at, f.expires_at, f.width,
                f.height, f.duration_seconds
         FROM file AS f WHERE f.project_id = e.project_id AND f.execution_id = e.id AND f.origin = 'artifact' ORDER BY f.step, f.position) AS artifact),
      e.content_deleted_at, e.content_deleted_by))
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id);
END $$;

-- As before, and: content.
CREATE OR REPLACE FUNCTION audit_executions(p_projects text[], p_ids text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
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
    LATERAL (SELECT CASE WHEN is_over THEN audit_expected_charge(e) END) AS due (expected),
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
      -- Without one nobody would ever look after it again, and its hold would stand for ever.
      ('job', CASE WHEN is_over = EXISTS (SELECT FROM execution_job AS j WHERE j.project_id = e.project_id AND j.id = e.id AND j.engine = e.engine)
        THEN format('%s, %s a job of its engine', e.status, CASE WHEN is_over THEN 'with' ELSE 'without' END) END),
      -- What a customer sent and got is there whole, or was deleted whole by somebody who said so.
      ('content', CASE
        WHEN e.content_deleted_at IS NULL AND jsonb_path_exists(e.plan, '$[*] ? (!exists(@.parameters))') THEN 'its content is gone, and nobody deleted it'
        WHEN e.content_deleted_at IS NOT NULL AND NOT is_over THEN format('%s, yet its content was deleted', e.status)
        WHEN e.content_deleted_at IS NOT NULL AND execution_has_content(e) THEN 'its content was deleted, and is there' END)
    ) AS found (rule, problem)
  WHERE found.problem IS NOT NULL;
$$;
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
  current_project text;
  fresh record;
  budget integer := p_transfers;
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
  RETURN QUERY SELECT f.rule, f.subject, f.problem FROM audit_finding AS f WHERE f.found_at = instant();
END $$;
