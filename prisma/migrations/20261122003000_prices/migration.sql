-- Prices: tables that were published, each in force from one instant to the next one's, and the terms of single projects. What was published stays
-- as it was: only when it ends, or that it was cancelled before it began, may still be said.
--
-- Instants are the database's, so that no clock of a gateway decides which price is in force. Who publishes holds `price_lock` until its commit, so
-- revisions are seen in their order; accepting executions takes no lock for prices. An accept that cannot see a table yet began before that table was
-- committed, and nobody can quote by a table before: so every execution at an old version was accepted before the first at the new one.

CREATE SEQUENCE price_revision;

CREATE TABLE price_table (
  version       text COLLATE "C" PRIMARY KEY, -- date and digest of `prices`
  revision      bigint NOT NULL,              -- of its last change: gateways ask for what is newer than they know
  prices        jsonb NOT NULL,               -- the whole table
  effective_at  timestamptz(3) NOT NULL,
  superseded_at timestamptz(3),               -- null: nothing follows yet
  cancelled_at  timestamptz(3),               -- before it began
  published_at  timestamptz(3) NOT NULL DEFAULT instant(),
  published_by  text NOT NULL,
  CONSTRAINT price_table_follows CHECK (superseded_at > effective_at)
);
CREATE UNIQUE INDEX price_table_effective ON price_table (effective_at) WHERE cancelled_at IS NULL;
CREATE INDEX price_table_revision ON price_table (revision);

-- What one project pays instead: a part of the list and prices of its own. Null: the list again.
CREATE TABLE project_price_terms (
  project_id    text COLLATE "C" NOT NULL REFERENCES project,
  version       text COLLATE "C" NOT NULL,
  revision      bigint NOT NULL,
  terms         jsonb,
  effective_at  timestamptz(3) NOT NULL,
  superseded_at timestamptz(3),
  cancelled_at  timestamptz(3),
  published_at  timestamptz(3) NOT NULL DEFAULT instant(),
  published_by  text NOT NULL,
  PRIMARY KEY (project_id, version),
  CONSTRAINT project_price_terms_follows CHECK (superseded_at > effective_at)
);
CREATE UNIQUE INDEX project_price_terms_effective ON project_price_terms (project_id, effective_at) WHERE cancelled_at IS NULL;
CREATE INDEX project_price_terms_revision ON project_price_terms (revision);

-- The versions under which clients are quoted, and what each stands for. A gateway enters them before it quotes; one that is not here is of the last
-- release, whose prices were in its code.
CREATE TABLE price_version (
  version       text COLLATE "C" PRIMARY KEY,
  table_version text COLLATE "C" NOT NULL REFERENCES price_table,
  terms_version text COLLATE "C" -- null: without terms
);

CREATE FUNCTION price_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text[] := '{revision,superseded_at,cancelled_at}';
BEGIN
  IF TG_OP = 'UPDATE' AND TG_LEVEL = 'ROW' THEN
    IF to_jsonb(NEW) - changes = to_jsonb(OLD) - changes
       AND (NEW.cancelled_at IS NOT DISTINCT FROM OLD.cancelled_at OR (OLD.cancelled_at IS NULL AND OLD.effective_at > clock_timestamp()))
       AND (NEW.superseded_at IS NOT DISTINCT FROM OLD.superseded_at OR OLD.superseded_at IS NULL OR OLD.superseded_at > clock_timestamp()) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'published prices stay as they were' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER price_is_kept BEFORE UPDATE ON price_table FOR EACH ROW EXECUTE FUNCTION price_is_kept();
CREATE TRIGGER price_is_kept BEFORE UPDATE ON project_price_terms FOR EACH ROW EXECUTE FUNCTION price_is_kept();
CREATE TRIGGER price_is_not_removed BEFORE DELETE OR TRUNCATE ON price_table FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();
CREATE TRIGGER price_is_not_removed BEFORE DELETE OR TRUNCATE ON project_price_terms FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();
CREATE TRIGGER price_is_not_removed BEFORE UPDATE OR DELETE OR TRUNCATE ON price_version FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();

-- One publisher at a time, until its commit, for which it has seconds. Returns the instant from which it decides.
CREATE FUNCTION price_lock() RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '3s', true);
  PERFORM pg_advisory_xact_lock(hashtext('tollgate'), hashtext('prices'));
  RETURN date_trunc('milliseconds', clock_timestamp());
END $$;

-- Publishes between the table that is in force then and the one that follows it. The caller holds price_lock.
CREATE FUNCTION price_table_publish(p_version text, p_prices jsonb, p_effective_at timestamptz, p_by text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_table (version, revision, prices, effective_at, superseded_at, published_by)
    VALUES (p_version, nextval('price_revision'), p_prices, p_effective_at,
            (SELECT min(t.effective_at) FROM price_table AS t WHERE t.cancelled_at IS NULL AND t.effective_at > p_effective_at), p_by);
  UPDATE price_table AS t SET superseded_at = p_effective_at, revision = nextval('price_revision')
    WHERE t.cancelled_at IS NULL AND t.effective_at < p_effective_at AND coalesce(t.superseded_at > p_effective_at, true);
  INSERT INTO price_version (version, table_version) VALUES (p_version, p_version);
END $$;

-- Cancels a table that does not begin within ten seconds; whether there was one. The one before it stays in force instead. One that begins before the
-- cancel is committed could have been accepted at.
CREATE FUNCTION price_table_cancel(p_version text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  cancelled price_table;
BEGIN
  UPDATE price_table AS t SET cancelled_at = date_trunc('milliseconds', clock_timestamp()), revision = nextval('price_revision')
    WHERE t.version = p_version AND t.cancelled_at IS NULL AND t.effective_at > clock_timestamp() + interval '10 seconds' RETURNING * INTO cancelled;
  UPDATE price_table AS t SET superseded_at = cancelled.superseded_at, revision = nextval('price_revision')
    WHERE t.cancelled_at IS NULL AND t.superseded_at = cancelled.effective_at;
  RETURN cancelled.version IS NOT NULL;
END $$;

-- The same of a project's terms.
CREATE FUNCTION project_price_terms_publish(p_project text, p_version text, p_terms jsonb, p_effective_at timestamptz, p_by text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_price_terms (project_id, version, revision, terms, effective_at, superseded_at, published_by)
    VALUES (p_project, p_version, nextval('price_revision'), p_terms, p_effective_at,
            (SELECT min(t.effective_at) FROM project_price_terms AS t
             WHERE t.project_id = p_project AND t.cancelled_at IS NULL AND t.effective_at > p_effective_at), p_by);
  UPDATE project_price_terms AS t SET superseded_at = p_effective_at, revision = nextval('price_revision')
    WHERE t.project_id = p_project AND t.cancelled_at IS NULL AND t.effective_at < p_effective_at AND coalesce(t.superseded_at > p_effective_at, true);
END $$;

CREATE FUNCTION project_price_terms_cancel(p_project text, p_version text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  cancelled project_price_terms;
BEGIN
  UPDATE project_price_terms AS t SET cancelled_at = date_trunc('milliseconds', clock_timestamp()), revision = nextval('price_revision')
    WHERE t.project_id = p_project AND t.version = p_version AND t.cancelled_at IS NULL AND t.effective_at > clock_timestamp() + interval '10 seconds' RETURNING * INTO cancelled;
  UPDATE project_price_terms AS t SET superseded_at = cancelled.superseded_at, revision = nextval('price_revision')
    WHERE t.project_id = p_project AND t.cancelled_at IS NULL AND t.superseded_at = cancelled.effective_at;
  RETURN cancelled.version IS NOT NULL;
END $$;

-- The first table of a database, that of the code; whether there was none. In force from before anybody can have been accepted at it.
CREATE FUNCTION price_table_seed(p_version text, p_prices jsonb, p_by text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM price_lock();
  IF EXISTS (SELECT FROM price_table) THEN
    RETURN false;
  END IF;
  PERFORM price_table_publish(p_version, p_prices, least((p_prices ->> 'date')::timestamp AT TIME ZONE 'UTC', instant()) - interval '1 day', p_by);
  RETURN true;
END $$;

-- What gateways go by: everything that changed after this revision and is not over for longer than an hour, the server's timeline, because one that
-- forgot the last commits forgot revisions, and its clock.
CREATE FUNCTION price_changes(p_after bigint) RETURNS json LANGUAGE sql VOLATILE AS $$
  SELECT json_build_object(
    'timeline', server_timeline(),
    'atMs', floor(extract(epoch FROM clock_timestamp()) * 1000),
    'tables', (SELECT coalesce(json_agg(json_build_object('version', version, 'revision', revision, 'prices', prices, 'isCancelled', cancelled_at IS NOT NULL,
                 'effectiveMs', extract(epoch FROM effective_at) * 1000, 'supersededMs', extract(epoch FROM superseded_at) * 1000)), '[]')
               FROM price_table WHERE revision > p_after AND coalesce(superseded_at > clock_timestamp() - interval '1 hour', true)),
    'terms', (SELECT coalesce(json_agg(json_build_object('projectId', project_id, 'version', version, 'revision', revision, 'terms', terms,
                'isCancelled', cancelled_at IS NOT NULL,
                'effectiveMs', extract(epoch FROM effective_at) * 1000, 'supersededMs', extract(epoch FROM superseded_at) * 1000)), '[]')
              FROM project_price_terms WHERE revision > p_after AND coalesce(superseded_at > clock_timestamp() - interval '1 hour', true)));
$$;

-- Which of these requests name a version that is not in force for their project at that instant: their places. A version that nobody entered is
-- in force. Asked by execution_accept for each distinct pair, which is one for most calls.
CREATE FUNCTION price_misfits(p_projects text[], p_versions text[], p_at timestamptz) RETURNS TABLE (project_id text, version text) LANGUAGE sql STABLE AS $$
  SELECT asked.project_id, asked.version
  FROM (SELECT DISTINCT * FROM unnest(p_projects, p_versions) AS each (project_id, version)) AS asked
  JOIN price_version AS named ON named.version = asked.version
  JOIN price_table AS t ON t.version = named.table_version
  LEFT JOIN project_price_terms AS own ON own.project_id = asked.project_id AND own.cancelled_at IS NULL
    AND own.effective_at <= p_at AND coalesce(own.superseded_at > p_at, true)
  WHERE t.cancelled_at IS NOT NULL OR t.effective_at > p_at OR t.superseded_at <= p_at
     OR (CASE WHEN own.terms IS NOT NULL THEN own.version END) IS DISTINCT FROM named.terms_version;
$$;

-- As before, and `price_version_mismatch`: the version is not in force for the project at the instant of the acceptance. Such a request is decided as one
-- that asks for more than anybody has, so that it takes nothing from those beside it, and a replay of it is still found.
CREATE OR REPLACE FUNCTION execution_accept(
  p_ids text[], p_projects text[], p_keys text[], p_lineages text[], p_idempotency_keys text[], p_bodies_sha256 text[],
  p_tools text[], p_models text[], p_price_versions text[], p_minimums bigint[], p_maximums bigint[], p_engines text[],
  p_max_runtimes integer[], p_cancel_afters double precision[], p_plans jsonb,
  OUT outcomes text[], OUT available_micros bigint[], OUT accepted_at timestamptz
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  at_misfits bigint[] := '{}';
  place bigint;
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
    at_misfits := ARRAY(
      SELECT asked.n FROM unnest(p_projects, p_price_versions) WITH ORDINALITY AS asked (project_id, version, n)
      JOIN price_misfits(p_projects, p_price_versions, accepted_at) AS misfit USING (project_id, version));
    FOREACH place IN ARRAY at_misfits LOOP
      p_maximums[place] := 9223372036854775807;
    END LOOP;
    SELECT decided.outcomes, decided.available_micros INTO outcomes, available_micros
      FROM execution_choose(p_projects, p_lineages, p_idempotency_keys, p_maximums, accepted_at) AS decided;
    FOREACH place IN ARRAY at_misfits LOOP
      IF outcomes[place] IN ('insufficient_balance', 'monthly_cap_reached') THEN
        outcomes[place] := 'price_version_mismatch';
      END IF;
    END LOOP;
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

-- The last executions that succeeded, newest first: of a project, or of all projects of an environment (p_project null). No index has all projects in
-- the order of time, so it looks back by growing windows, in each a bounded part of every project's own list.
CREATE FUNCTION price_last_executions(p_project text, p_environment text, p_limit integer)
RETURNS TABLE (tool text, model text, charged_micros bigint, billing json) LANGUAGE plpgsql STABLE AS $$
DECLARE
  hours double precision := 0.25;
BEGIN
  WHILE hours < 100000 AND p_limit > (
    SELECT count(*) FROM project AS p CROSS JOIN LATERAL (
      SELECT FROM execution AS e WHERE e.project_id COLLATE "POSIX" = p.id COLLATE "POSIX" AND e.status = 'succeeded'
        AND e.created_at > instant() - hours * interval '1 hour' ORDER BY e.created_at DESC LIMIT p_limit) AS found
    WHERE p.id = p_project OR (p_project IS NULL AND p.environment = p_environment)
  ) LOOP
    hours := hours * 8;
  END LOOP;
  RETURN QUERY SELECT found.tool, found.model, found.charged_micros, found.billing
    FROM project AS p CROSS JOIN LATERAL (
      SELECT e.tool, e.model, e.charged_micros, e.billing, e.created_at, e.id FROM execution AS e
      WHERE e.project_id COLLATE "POSIX" = p.id COLLATE "POSIX" AND e.status = 'succeeded' AND e.created_at > instant() - hours * interval '1 hour'
      ORDER BY e.created_at DESC LIMIT p_limit) AS found
    WHERE p.id = p_project OR (p_project IS NULL AND p.environment = p_environment)
    ORDER BY found.created_at DESC, found.id DESC LIMIT p_limit;
END $$;
