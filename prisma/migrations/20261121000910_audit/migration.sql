-- The audit: executions ↔ transfers ↔ accounts ↔ usage ↔ costs, a bounded part at a time from where it stood. What it reads in one tick
-- depends on what is new and on its limits, never on how much history there is. It corrects nothing: a finding is an alert for people.
--
-- Each tick is one transaction of some milliseconds with one snapshot (the caller opens it REPEATABLE READ), so that it never keeps
-- old row versions of the busy accounts alive. One keeper at a time, by an advisory lock.

-- Where each of the keeper's walks stands.
CREATE TABLE keeper_cursor (
  name     text COLLATE "C" PRIMARY KEY,
  position text COLLATE "C" NOT NULL DEFAULT '', -- empty: at the beginning
  next_at  timestamptz(3) NOT NULL DEFAULT '-infinity' -- nobody goes on before
);
INSERT INTO keeper_cursor (name) VALUES ('round'), ('accounts'), ('objects');

-- Each project's transfers summed up to transfer_id. The account's lock makes their ids rise in the order of their commits.
CREATE TABLE audit_account (
  project_id       text COLLATE "C" PRIMARY KEY,
  transfer_id      bigint NOT NULL,
  funded_micros    bigint NOT NULL,
  available_micros bigint NOT NULL,
  held_micros      bigint NOT NULL,
  spent_micros     bigint NOT NULL
);

-- The same transfers as they should stand in usage_month.
CREATE TABLE audit_usage (
  project_id       text COLLATE "C" NOT NULL,
  month            date NOT NULL,
  settled_requests bigint NOT NULL,
  charged_micros   bigint NOT NULL,
  PRIMARY KEY (project_id, month)
);

-- What is wrong now. Looked at again in every tick, and gone once it is right.
CREATE TABLE audit_finding (
  project_id text COLLATE "C" NOT NULL,
  rule       text COLLATE "C" NOT NULL,
  subject    text COLLATE "C" NOT NULL, -- an execution, a project, a project and month, a transfer
  problem    text NOT NULL,
  found_at   timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (rule, subject)
);

-- What an ended execution must be charged by its recorded steps and its plan (packages/executions, core/charge.ts, says the same).
CREATE FUNCTION audit_expected_charge(e execution) RETURNS numeric LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT CASE WHEN e.status = 'succeeded' THEN greatest(e.minimum_micros, least(e.maximum_micros, coalesce(sum(price), 0)))
              ELSE least(e.maximum_micros, coalesce(sum(coalesce(cost_micros, delivered)), 0)) END
  FROM (
    SELECT s.cost_micros, s.units * unit_price AS price,
           CASE WHEN s.status = 'succeeded' AND planned ->> 'engine' = 'provider' THEN least(s.units, units_max) * unit_price END AS delivered
    FROM execution_steps(e) AS s,
         LATERAL (SELECT e.plan -> s.index) AS p (planned),
         LATERAL (SELECT (planned #>> '{price,unitPriceMicros}')::numeric, (planned #>> '{price,unitsMax}')::numeric) AS q (unit_price, units_max)
    WHERE s.status IN ('succeeded', 'failed')) AS step;
$$;

-- What is wrong with these executions.
CREATE FUNCTION audit_executions(p_projects text[], p_ids text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
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
        THEN format('%s, %s a job of its engine', e.status, CASE WHEN is_over THEN 'with' ELSE 'without' END) END)
    ) AS found (rule, problem)
  WHERE found.problem IS NOT NULL;
$$;

-- The next p_rows executions of the round through all of them, again and again. Its cursor moves on.
CREATE FUNCTION audit_round(p_rows integer, OUT projects text[], OUT ids text[]) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  since text;
BEGIN
  SELECT position INTO since FROM keeper_cursor WHERE name = 'round';
  SELECT array_agg(walked.project_id ORDER BY walked.project_id, walked.id), array_agg(walked.id ORDER BY walked.project_id, walked.id) INTO projects, ids
    FROM (SELECT e.project_id, e.id FROM execution AS e WHERE (e.project_id, e.id) > (split_part(since, ' ', 1), split_part(since, ' ', 2))
          ORDER BY e.project_id, e.id LIMIT p_rows) AS walked;
  UPDATE keeper_cursor SET position = CASE WHEN coalesce(cardinality(ids), 0) = p_rows THEN projects[p_rows] || ' ' || ids[p_rows] ELSE '' END
    WHERE name = 'round';
END $$;

-- Adds a project's next transfers, at most p_rows, to its sums, and to the durations of its tools; notes those without an execution. Returns how many there were, and of which executions.
CREATE FUNCTION audit_fold(p_project text, p_rows integer, OUT folded integer, OUT executions text[]) LANGUAGE plpgsql
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
      SELECT p_project, max(id), coalesce(sum(amount_micros) FILTER (WHERE debit = 'funding'), 0),
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
      ON CONFLICT DO NOTHING
  )
  SELECT count(*), array_agg(DISTINCT execution_id) FILTER (WHERE status IS NOT NULL) INTO folded, executions FROM known;
END $$;

-- What is wrong with a project all of whose transfers are in its sums.
CREATE FUNCTION audit_projects(p_projects text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT a.project_id, 'account', a.project_id, format('account is %s/%s/%s/%s (funded/available/held/spent), its transfers say %s/%s/%s/%s',
    a.funded_micros, a.available_micros, a.held_micros, a.spent_micros,
    coalesce(s.funded_micros, 0), coalesce(s.available_micros, 0), coalesce(s.held_micros, 0), coalesce(s.spent_micros, 0))
  FROM ledger_account AS a LEFT JOIN audit_account AS s ON s.project_id = a.project_id
  WHERE a.project_id = ANY (p_projects) AND (a.funded_micros, a.available_micros, a.held_micros, a.spent_micros) IS DISTINCT FROM
    (coalesce(s.funded_micros, 0), coalesce(s.available_micros, 0), coalesce(s.held_micros, 0), coalesce(s.spent_micros, 0))
  UNION ALL
  SELECT project_id, 'usage', project_id || ' ' || to_char(month, 'YYYY-MM'), format('usage is %s requests for %s, its settlements say %s for %s',
    coalesce(u.settled_requests, 0), coalesce(u.charged_micros, 0), coalesce(s.settled_requests, 0), coalesce(s.charged_micros, 0))
  FROM (SELECT * FROM usage_month WHERE project_id = ANY (p_projects)) AS u
  FULL JOIN (SELECT * FROM audit_usage WHERE project_id = ANY (p_projects)) AS s USING (project_id, month)
  WHERE (u.settled_requests, u.charged_micros) IS DISTINCT FROM (s.settled_requests, s.charged_micros);
$$;

-- Makes audit_finding say p_problems, and nothing else, about these subjects under these rules.
CREATE FUNCTION audit_note(p_rules text[], p_subjects text[], p_problems jsonb) RETURNS void LANGUAGE sql AS $$
  DELETE FROM audit_finding AS f
    WHERE f.rule = ANY (p_rules) AND split_part(f.subject, ' ', 1) = ANY (p_subjects)
      AND NOT EXISTS (SELECT FROM jsonb_to_recordset(p_problems) AS p (rule text, subject text) WHERE p.rule = f.rule AND p.subject = f.subject);
  INSERT INTO audit_finding (project_id, rule, subject, problem)
    SELECT project_id, rule, subject, problem FROM jsonb_to_recordset(p_problems) AS p (project_id text, rule text, subject text, problem text)
    ON CONFLICT (rule, subject) DO UPDATE SET problem = excluded.problem;
$$;

-- One tick: p_rows projects with p_transfers new transfers, at most 2 × p_rows executions of these, p_rows of the round and p_rows with a finding.
-- What had more new transfers than that is left to the round. Returns what had not been found before; nothing when another keeper is at it,
-- or was within p_every. Call it REPEATABLE READ: sums and accounts are compared as of one moment.
CREATE FUNCTION audit_tick(p_rows integer, p_transfers integer, p_every interval)
RETURNS TABLE (rule text, subject text, problem text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  of_executions CONSTANT text[] := ARRAY['charge', 'cost', 'hold', 'job', 'settlement'];
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
