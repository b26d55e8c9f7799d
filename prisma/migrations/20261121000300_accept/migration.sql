-- Executions: their states, and how they are accepted. Each function is one transaction and works on
-- sets, so that many executions of one moment cost one call. Money moves only through the ledger's functions.
--
-- Locks, in this order everywhere: executions by id, then accounts by project_id, then usage. `execution_accept` locks accounts
-- first, but the executions it then inserts are its own and nobody else can see them.
--
-- A function's plan is kept by each connection. One that was made while the tables were empty reads the whole of `execution`
-- for every call: accepting 64 took 4 ms at first and 10 ms after 32,000 rows. These functions touch a few rows by key and
-- never gain from reading a table, so they may only use its indexes (the SET clauses, which hold for what they call as well).

-- The edges of the state table. packages/executions holds the same table; a test compares all pairs.
CREATE FUNCTION execution_edge_allowed(p_from text, p_to text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_from, p_to) IN (
    ('queued', 'running'), ('queued', 'cancelled'),
    ('running', 'succeeded'), ('running', 'failed'), ('running', 'cancelled'), ('running', 'needs_review'),
    ('needs_review', 'running'), ('needs_review', 'succeeded'), ('needs_review', 'failed'), ('needs_review', 'cancelled'));
$$;

-- What a row may become; what it may be at first stands in execution_is_held. Conditions of a CHECK or of a trigger's WHEN are read and planned anew
-- by each statement; those of a function are kept by the connection, which halves a claim. A few large ones, because each that is asked costs as much
-- as ten comparisons.
CREATE FUNCTION execution_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NULL AND NEW.epoch >= OLD.epoch AND (NEW.status = OLD.status OR execution_edge_allowed(OLD.status, NEW.status)) THEN
    IF NEW.finished_at IS NULL THEN
      IF NEW.status IN ('queued', 'running', 'needs_review') AND NEW.engine IN ('image', 'av', 'provider') AND NEW.max_runtime_seconds > 0
         AND NEW.run_at IS NOT NULL AND NEW.charged_micros IS NULL AND NEW.billing IS NULL AND NEW.local_steps IS NULL AND NEW.ended IS NULL
         AND (NEW.claim_token IS NULL) = (NEW.leased_until IS NULL) AND (NEW.claim_token IS NULL OR NEW.status <> 'queued')
         AND (NEW.status <> 'needs_review') = (NEW.review IS NULL) AND (NEW.review IS NULL) = (NEW.resolve_by IS NULL)
         AND (NEW.review IS NULL) = (NEW.review_at IS NULL) THEN
        IF NEW.engine <> OLD.engine THEN
          UPDATE execution_job AS j SET engine = NEW.engine WHERE j.project_id = OLD.project_id AND j.engine = OLD.engine AND j.id = OLD.id;
        END IF;
        RETURN NEW;
      END IF;
    ELSIF NEW.status IN ('succeeded', 'failed', 'cancelled') AND NEW.charged_micros IS NOT NULL AND NEW.charged_micros BETWEEN 0 AND NEW.maximum_micros
          AND NEW.billing IS NOT NULL AND (NEW.local_steps IS NULL OR json_typeof(NEW.local_steps) = 'array')
          AND NEW.run_at IS NULL AND NEW.claim_token IS NULL AND NEW.leased_until IS NULL
          AND NEW.review IS NULL AND NEW.review_at IS NULL AND NEW.resolve_by IS NULL THEN
      NEW.ended := nullif(NEW.status, 'succeeded');
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'execution % cannot be % as it is', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  ELSIF OLD.finished_at IS NOT NULL THEN
    RAISE EXCEPTION 'execution % is %, which is final', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  ELSIF NEW.epoch < OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of execution % only rises', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RAISE EXCEPTION 'execution % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER execution_guard BEFORE UPDATE ON execution FOR EACH ROW EXECUTE FUNCTION execution_guard();

CREATE FUNCTION execution_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an accepted execution exists for ever' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER execution_is_kept BEFORE DELETE ON execution FOR EACH STATEMENT EXECUTE FUNCTION execution_is_kept();

-- Which of these requests can be held, one after another: the row-by-row part of execution_accept, for calls in which not all can. The caller
-- holds the locks of the accounts.
CREATE FUNCTION execution_decide(
  p_projects text[], p_idempotency_keys text[], p_maximums bigint[], p_at timestamptz, OUT outcomes text[], OUT available_micros bigint[]
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  request record;
  current_project text;
  available bigint; -- null: no account
  cap_left bigint; -- null: no cap
BEGIN
  outcomes := array_fill('no_account'::text, ARRAY[cardinality(p_projects)]);
  available_micros := array_fill(0::bigint, ARRAY[cardinality(p_projects)]);
  FOR request IN
    SELECT item.n::integer AS n, item.project_id, item.maximum,
           EXISTS (SELECT FROM execution AS e
                   WHERE e.project_id COLLATE "ucs_basic" = item.project_id AND e.idempotency_key = item.idempotency_key) AS is_found,
           lag(item.n::integer) OVER (PARTITION BY item.project_id, item.idempotency_key ORDER BY item.n) AS before
    FROM unnest(p_projects, p_idempotency_keys, p_maximums) WITH ORDINALITY AS item (project_id, idempotency_key, maximum, n)
    ORDER BY item.project_id, item.n
  LOOP
    IF request.project_id IS DISTINCT FROM current_project THEN
      current_project := request.project_id;
      SELECT account.available_micros, project.monthly_cap_micros - coalesce(usage.charged_micros, 0) - account.held_micros
        INTO available, cap_left
        FROM ledger_account AS account JOIN project ON project.id = account.project_id
        LEFT JOIN usage_month AS usage
          ON usage.project_id = account.project_id AND usage.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date
        WHERE account.project_id = current_project;
    END IF;
    IF request.is_found THEN
      outcomes[request.n] := 'found';
    ELSIF available IS NULL THEN
      CONTINUE;
    ELSIF outcomes[request.before] IN ('accepted', 'found') THEN
      outcomes[request.n] := 'found';
    ELSIF p_maximums[request.before] = request.maximum THEN
      outcomes[request.n] := outcomes[request.before];
      available_micros[request.n] := available_micros[request.before];
    ELSIF cap_left < request.maximum THEN
      outcomes[request.n] := 'monthly_cap_reached';
      available_micros[request.n] := greatest(cap_left, 0);
    ELSIF available < request.maximum THEN
      outcomes[request.n] := 'insufficient_balance';
      available_micros[request.n] := available;
    ELSE
      outcomes[request.n] := 'accepted';
      available := available - request.maximum;
      cap_left := cap_left - request.maximum;
    END IF;
  END LOOP;
END $$;

-- Inserts executions, which holds their maxima. Raises check_violation when not all of them can be held, and unique_violation when an idempotency key
-- was accepted before: to look for each before it is written costs every accept what few need. A part of execution_accept.
CREATE FUNCTION execution_insert(
  p_ids text[], p_projects text[], p_keys text[], p_lineages text[], p_idempotency_keys text[], p_bodies_sha256 text[],
  p_tools text[], p_models text[], p_price_versions text[], p_minimums bigint[], p_maximums bigint[], p_engines text[],
  p_max_runtimes integer[], p_cancel_afters double precision[], p_plans jsonb, p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here integer := server_timeline();
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
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT project_id FROM unnest(p_projects) AS each (project_id)) AS each
    JOIN ledger_account AS account ON account.project_id = each.project_id JOIN project ON project.id = each.project_id
    LEFT JOIN usage_month AS usage ON usage.project_id = each.project_id AND usage.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date
    WHERE project.monthly_cap_micros < coalesce(usage.charged_micros, 0) + account.held_micros
  ) THEN
    RAISE EXCEPTION 'a monthly cap is reached' USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- Accepts paid executions: finds replays, checks cap and balance, holds the maximum, inserts the execution, due at once.
--
-- Arrays of equal length, one entry a request: taking apart JSON would cost as much as all else but the writing of the rows.
--   p_ids of the executions to be made; p_bodies_sha256 in hexadecimal; p_models may be null; p_cancel_afters: seconds until the
--   client wants it stopped, or null; p_plans: JSON array.
-- Returns, an entry a request, outcome `accepted`, `found` (this idempotency key was accepted before; the caller reads it and
--   compares body and lineage), `insufficient_balance` or `monthly_cap_reached` (with what is available), `no_account`; and when they were accepted.
--
-- A key that stands more than once in a call is decided like one request after another: found, once one of them was accepted; and the
-- same request again, once it was refused, gets that refusal.
--
-- The look-up of replays must take the unique index. A plan kept from when the table was small could take an index of the
-- project alone and read all its executions for every request: 64 took 330 ms after 20,000 rows. So it names the collation that
-- only the unique index has. Plans are then kept from the first call, which halves the cost of a small one. The few rows of a
-- call are sorted, which with sorting off PostgreSQL up to 17 takes for expensive enough to compile, so compiling is off as well.
CREATE FUNCTION execution_accept(
  p_ids text[], p_projects text[], p_keys text[], p_lineages text[], p_idempotency_keys text[], p_bodies_sha256 text[],
  p_tools text[], p_models text[], p_price_versions text[], p_minimums bigint[], p_maximums bigint[], p_engines text[],
  p_max_runtimes integer[], p_cancel_afters double precision[], p_plans jsonb,
  OUT outcomes text[], OUT available_micros bigint[], OUT accepted_at timestamptz
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM ledger_lock(p_projects);
  accepted_at := instant();
  available_micros := array_fill(0::bigint, ARRAY[cardinality(p_ids)]);
  BEGIN
    PERFORM execution_insert(p_ids, p_projects, p_keys, p_lineages, p_idempotency_keys, p_bodies_sha256, p_tools, p_models, p_price_versions,
                             p_minimums, p_maximums, p_engines, p_max_runtimes, p_cancel_afters, p_plans, accepted_at);
    outcomes := array_fill('accepted'::text, ARRAY[cardinality(p_ids)]);
  EXCEPTION WHEN check_violation OR foreign_key_violation OR unique_violation THEN
    SELECT decided.outcomes, decided.available_micros INTO outcomes, available_micros
      FROM execution_decide(p_projects, p_idempotency_keys, p_maximums, accepted_at) AS decided;
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
