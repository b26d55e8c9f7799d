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
INSERT INTO keeper_cursor (name) VALUES ('accepted'), ('finished'), ('round'), ('accounts'), ('objects');

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
  rule       text COLLATE "C" NOT NULL,
  subject    text COLLATE "C" NOT NULL, -- an execution, a project, a project and month, a transfer
  problem    text NOT NULL,
  found_at   timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (rule, subject)
);

-- The walks along what was accepted and what has ended.
CREATE INDEX execution_accepted ON execution (id) WITH (deduplicate_items = off);
CREATE INDEX execution_finished ON execution (finished_at, id) WITH (deduplicate_items = off) WHERE finished_at IS NOT NULL;

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
CREATE FUNCTION audit_executions(p_ids text[]) RETURNS TABLE (rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT found.rule, e.id, found.problem
  FROM execution AS e,
    LATERAL (SELECT e.finished_at IS NOT NULL) AS state (is_over),
    LATERAL (
      SELECT count(*) FILTER (WHERE kind = 'reserve') AS holds, coalesce(sum(amount_micros) FILTER (WHERE kind = 'reserve'), 0) AS held,
             count(*) FILTER (WHERE kind = 'settle') AS settlements, coalesce(sum(amount_micros) FILTER (WHERE kind = 'settle'), 0) AS settled,
             count(*) FILTER (WHERE kind = 'release') AS releases, coalesce(sum(amount_micros) FILTER (WHERE kind = 'release'), 0) AS released
      FROM ledger_transfer AS t WHERE t.project_id = e.project_id AND t.execution_id = e.id) AS b,
    LATERAL (SELECT coalesce(sum((line ->> 'amountMicros')::numeric), 0) FROM jsonb_array_elements(coalesce(e.billing, '[]')) AS line) AS bill (billed),
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
        THEN format('succeeded with %s steps of %s', steps, jsonb_array_length(e.plan)) END)
    ) AS found (rule, problem)
  WHERE e.id = ANY (p_ids) AND found.problem IS NOT NULL;
$$;

-- The next p_rows executions of a walk, whose cursor moves on: `accepted` and `finished` follow what is new and stop before what is
-- younger than p_lag, because a transaction may still be about to commit there; `round` goes through all, again and again.
CREATE FUNCTION audit_walk(p_name text, p_rows integer, p_lag interval) RETURNS text[] LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  since text;
  since_at timestamptz;
  ids text[];
  marks text[];
BEGIN
  SELECT position INTO since FROM keeper_cursor WHERE name = p_name;
  IF p_name = 'finished' THEN
    since_at := coalesce(nullif(split_part(since, ' ', 1), ''), '-infinity')::timestamptz;
    SELECT array_agg(id ORDER BY finished_at, id), array_agg(to_char(finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z "') || id ORDER BY finished_at, id)
      INTO ids, marks FROM (
        SELECT e.id, e.finished_at FROM execution AS e
        WHERE e.finished_at IS NOT NULL AND (e.finished_at, e.id) > (since_at, split_part(since, ' ', 2)) AND e.finished_at <= instant() - p_lag
        ORDER BY e.finished_at, e.id LIMIT p_rows) AS walked;
  ELSE
    SELECT array_agg(id ORDER BY id) FILTER (WHERE id < coalesce(young, 'f')) INTO ids FROM (
      SELECT id, min(id) FILTER (WHERE p_name = 'accepted' AND created_at > instant() - p_lag) OVER () AS young
      FROM (SELECT e.id, e.created_at FROM execution AS e WHERE e.id > since ORDER BY e.id LIMIT p_rows) AS walked) AS each;
    marks := ids;
  END IF;
  IF p_name = 'round' AND coalesce(cardinality(ids), 0) < p_rows THEN
    UPDATE keeper_cursor SET position = '' WHERE name = p_name;
  ELSIF ids IS NOT NULL THEN
    UPDATE keeper_cursor SET position = marks[cardinality(marks)] WHERE name = p_name;
  END IF;
  RETURN coalesce(ids, '{}');
END $$;

-- Adds a project's next transfers, at most p_rows, to its sums; notes those without an execution. Returns how many there were.
CREATE FUNCTION audit_fold(p_project text, p_rows integer) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  folded integer;
BEGIN
  WITH fresh AS MATERIALIZED (
    SELECT t.* FROM ledger_transfer AS t
    WHERE t.project_id = p_project AND t.id > coalesce((SELECT a.transfer_id FROM audit_account AS a WHERE a.project_id = p_project), 0)
    ORDER BY t.project_id, t.id LIMIT p_rows
  ), known AS (
    SELECT t.*, e.status FROM fresh AS t LEFT JOIN execution AS e ON e.project_id = t.project_id AND e.id = t.execution_id
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
  ), stray AS (
    INSERT INTO audit_finding (rule, subject, problem)
      SELECT 'transfer', id::text, format('%s of %s in %s for %s, which does not exist', kind, amount_micros, p_project, execution_id)
      FROM known WHERE execution_id IS NOT NULL AND status IS NULL
      ON CONFLICT DO NOTHING
  )
  SELECT count(*) INTO folded FROM fresh;
  RETURN folded;
END $$;

-- What is wrong with a project all of whose transfers are in its sums.
CREATE FUNCTION audit_projects(p_projects text[]) RETURNS TABLE (rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT 'account', a.project_id, format('account is %s/%s/%s/%s (funded/available/held/spent), its transfers say %s/%s/%s/%s',
    a.funded_micros, a.available_micros, a.held_micros, a.spent_micros,
    coalesce(s.funded_micros, 0), coalesce(s.available_micros, 0), coalesce(s.held_micros, 0), coalesce(s.spent_micros, 0))
  FROM ledger_account AS a LEFT JOIN audit_account AS s ON s.project_id = a.project_id
  WHERE a.project_id = ANY (p_projects) AND (a.funded_micros, a.available_micros, a.held_micros, a.spent_micros) IS DISTINCT FROM
    (coalesce(s.funded_micros, 0), coalesce(s.available_micros, 0), coalesce(s.held_micros, 0), coalesce(s.spent_micros, 0))
  UNION ALL
  SELECT 'usage', project_id || ' ' || to_char(month, 'YYYY-MM'), format('usage is %s requests for %s, its settlements say %s for %s',
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
  INSERT INTO audit_finding (rule, subject, problem)
    SELECT rule, subject, problem FROM jsonb_to_recordset(p_problems) AS p (rule text, subject text, problem text)
    ON CONFLICT (rule, subject) DO UPDATE SET problem = excluded.problem;
$$;

-- One tick: at most 4 × p_rows executions (new, ended, one part of the round, found before), p_rows projects and p_transfers
-- transfers. Returns what had not been found before; nothing when another keeper is at it, or was within p_every. Call it REPEATABLE
-- READ: sums and accounts are compared as of one moment.
CREATE FUNCTION audit_tick(p_rows integer, p_transfers integer, p_lag interval, p_every interval)
RETURNS TABLE (rule text, subject text, problem text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  ids text[];
  visited text[];
  compared text[] := '{}';
  current_project text;
  budget integer := p_transfers;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tollgate'), hashtext('audit'))
     OR EXISTS (SELECT FROM keeper_cursor WHERE name = 'accounts' AND next_at > instant()) THEN
    RETURN;
  END IF;
  ids := audit_walk('accepted', p_rows, p_lag) || audit_walk('finished', p_rows, p_lag) || audit_walk('round', p_rows, p_lag)
    || ARRAY(SELECT f.subject FROM audit_finding AS f WHERE f.rule IN ('charge', 'cost', 'hold', 'settlement') ORDER BY f.rule, f.subject LIMIT p_rows);
  PERFORM audit_note(ARRAY['charge', 'cost', 'hold', 'settlement'], ids, (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]')
    FROM (SELECT * FROM audit_executions(ids) UNION ALL SELECT * FROM audit_costs(ids)) AS f));

  visited := ARRAY(SELECT a.project_id FROM ledger_account AS a
    WHERE a.project_id > (SELECT c.position FROM keeper_cursor AS c WHERE c.name = 'accounts') ORDER BY a.project_id LIMIT p_rows);
  UPDATE keeper_cursor SET next_at = instant() + p_every, position = CASE WHEN cardinality(visited) < p_rows THEN '' ELSE visited[p_rows] END
    WHERE name = 'accounts';
  FOREACH current_project IN ARRAY visited LOOP
    budget := budget - audit_fold(current_project, budget);
    IF budget <= 0 THEN -- it may have more, and is compared when the walk comes by again; the next tick goes on behind it
      UPDATE keeper_cursor SET position = current_project WHERE name = 'accounts';
      EXIT;
    END IF;
    compared := compared || current_project;
  END LOOP;
  PERFORM audit_note(ARRAY['account', 'usage'], compared, (SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM audit_projects(compared) AS f));
  RETURN QUERY SELECT f.rule, f.subject, f.problem FROM audit_finding AS f WHERE f.found_at = instant();
END $$;
