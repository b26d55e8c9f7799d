-- Where the caps of organizations and keys are counted and asked for: the triggers of execution, and what accepts.

-- As before, and: the counters of keys that have a cap.
CREATE OR REPLACE FUNCTION execution_is_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  wrong text;
BEGIN
  SELECT min(e.id) INTO wrong FROM accepted AS e WHERE (
    e.status = 'queued' AND e.engine IN ('image', 'av', 'provider') AND e.max_runtime_seconds > 0 AND e.run_at IS NOT NULL
    AND octet_length(e.body_sha256) = 32 AND e.minimum_micros BETWEEN 0 AND e.maximum_micros AND e.maximum_micros > 0
    AND jsonb_array_length(e.plan) BETWEEN 1 AND 20
    AND e.finished_at IS NULL AND e.ended IS NULL AND e.charged_micros IS NULL AND e.billing IS NULL AND e.local_steps IS NULL
    AND e.claim_token IS NULL AND e.leased_until IS NULL AND e.review IS NULL AND e.review_at IS NULL AND e.resolve_by IS NULL) IS NOT TRUE;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'execution % cannot begin as it is', wrong USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO execution_job (project_id, engine, id, notify_at, cancel_after)
    SELECT e.project_id, e.engine, e.id, e.run_at + execution_notify_after(), e.cancel_after FROM accepted AS e;
  PERFORM ledger_reserve(array_agg(e.project_id), array_agg(e.id), array_agg(e.maximum_micros), e.created_at) FROM accepted AS e GROUP BY e.created_at;
  IF EXISTS (SELECT FROM ledger_key_cap) THEN
    UPDATE ledger_key_cap AS k SET held_micros = k.held_micros + item.hold
      FROM (SELECT e.project_id, e.key_lineage, sum(e.maximum_micros)::bigint AS hold FROM accepted AS e GROUP BY e.project_id, e.key_lineage) AS item
      WHERE k.project_id = item.project_id AND k.lineage_id = item.key_lineage;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION execution_is_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off SET jit = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  projects text[];
  ids text[];
  engines text[];
  holds bigint[];
  charges bigint[];
  counted boolean[];
  wrong text;
  only_step CONSTANT text := '[{"index":0,"status":"succeeded",'; -- of most plans, as the store writes it
  at timestamptz;
BEGIN
  FOR at, projects, ids, engines, holds, charges, counted, wrong IN
    SELECT e.finished_at, array_agg(e.project_id), array_agg(e.id), array_agg(e.engine), array_agg(e.maximum_micros), array_agg(e.charged_micros),
           array_agg(e.charged_micros > 0 OR e.status = 'succeeded'),
           min(e.id) FILTER (WHERE e.status = 'succeeded' AND (jsonb_array_length(e.plan) = 1 AND starts_with(e.local_steps::text, only_step)) IS NOT TRUE
             AND jsonb_array_length(e.plan) <> (
             SELECT count(DISTINCT s.index) FROM (
               SELECT r.index FROM execution_step AS r WHERE r.project_id = e.project_id AND r.execution_id = e.id AND r.status = 'succeeded'
               UNION ALL
               SELECT (l ->> 'index')::integer FROM json_array_elements(e.local_steps) AS l WHERE l ->> 'status' = 'succeeded') AS s
             WHERE s.index < jsonb_array_length(e.plan)))
    FROM written AS e WHERE e.finished_at IS NOT NULL GROUP BY e.finished_at
  LOOP
    IF wrong IS NOT NULL THEN
      RAISE EXCEPTION 'execution % succeeded without each of its steps', wrong USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM ledger_settle(projects, ids, holds, charges, counted, at);
    PERFORM execution_job_remove(projects, engines, ids);
    IF EXISTS (SELECT FROM ledger_key_cap) THEN
      WITH item AS (
        SELECT e.project_id, e.key_lineage, sum(e.maximum_micros)::bigint AS hold, sum(e.charged_micros)::bigint AS charge
        FROM written AS e WHERE e.finished_at = at GROUP BY e.project_id, e.key_lineage
      ), ended AS (
        UPDATE ledger_key_cap AS k SET held_micros = k.held_micros - item.hold FROM item
          WHERE k.project_id = item.project_id AND k.lineage_id = item.key_lineage RETURNING k.project_id, k.lineage_id, item.charge
      )
      INSERT INTO ledger_key_usage AS u (project_id, lineage_id, month, charged_micros)
        SELECT e.project_id, e.lineage_id, date_trunc('month', at AT TIME ZONE 'UTC')::date, e.charge FROM ended AS e WHERE e.charge > 0
        ON CONFLICT (project_id, lineage_id, month) DO UPDATE SET charged_micros = u.charged_micros + excluded.charged_micros;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- As execution_decide, which accepts that are going on still call, and: the caps of organizations and of keys. It locks the organizations, in whose rest
-- requests of several projects share.
CREATE FUNCTION execution_choose(
  p_projects text[], p_lineages text[], p_idempotency_keys text[], p_maximums bigint[], p_at timestamptz, OUT outcomes text[], OUT available_micros bigint[]
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  request record;
  current_project text;
  available bigint; -- null: no account
  cap_left bigint; -- of the project; null: no cap
  current_organization text; -- null: its cap does not count, or there is none
  current_lineage text; -- null: no key has a cap
  are_keys_capped boolean := EXISTS (SELECT FROM ledger_key_cap);
  organizations_left jsonb := '{}';
  keys_left jsonb := '{}';
  least_left bigint; -- what the narrowest of the three leaves
BEGIN
  PERFORM ledger_lock_organizations(p_projects);
  outcomes := array_fill('no_account'::text, ARRAY[cardinality(p_projects)]);
  available_micros := array_fill(0::bigint, ARRAY[cardinality(p_projects)]);
  FOR request IN
    SELECT item.n::integer AS n, item.project_id, item.lineage, item.maximum,
           EXISTS (SELECT FROM execution AS e
                   WHERE e.project_id COLLATE "ucs_basic" = item.project_id AND e.idempotency_key = item.idempotency_key) AS is_found,
           lag(item.n::integer) OVER (PARTITION BY item.project_id, item.idempotency_key ORDER BY item.n) AS before
    FROM unnest(p_projects, p_lineages, p_idempotency_keys, p_maximums) WITH ORDINALITY AS item (project_id, lineage, idempotency_key, maximum, n)
    ORDER BY item.project_id, item.n
  LOOP
    IF request.project_id IS DISTINCT FROM current_project THEN
      current_project := request.project_id;
      SELECT account.available_micros, project.monthly_cap_micros - coalesce(usage.charged_micros, 0) - account.held_micros, organization.id
        INTO available, cap_left, current_organization
        FROM ledger_account AS account JOIN project ON project.id = account.project_id
        LEFT JOIN organization ON organization.id = project.organization_id AND organization.monthly_cap_micros IS NOT NULL AND project.environment = 'live'
        LEFT JOIN usage_month AS usage
          ON usage.project_id = account.project_id AND usage.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date
        WHERE account.project_id = current_project;
      IF current_organization IS NOT NULL AND NOT organizations_left ? current_organization THEN
        organizations_left := organizations_left || jsonb_build_object(current_organization, ledger_organization_left(current_organization, p_at));
      END IF;
    END IF;
    current_lineage := CASE WHEN are_keys_capped THEN current_project || ' ' || request.lineage END;
    IF current_lineage IS NOT NULL AND NOT keys_left ? current_lineage THEN
      keys_left := keys_left || jsonb_build_object(current_lineage, ledger_key_left(current_project, request.lineage, p_at));
    END IF;
    least_left := least(cap_left, (organizations_left ->> current_organization)::bigint, (keys_left ->> current_lineage)::bigint);
    IF request.is_found THEN
      outcomes[request.n] := 'found';
    ELSIF available IS NULL THEN
      CONTINUE;
    ELSIF outcomes[request.before] IN ('accepted', 'found') THEN
      outcomes[request.n] := 'found';
    ELSIF p_maximums[request.before] = request.maximum AND p_lineages[request.before] = request.lineage THEN
      outcomes[request.n] := outcomes[request.before];
      available_micros[request.n] := available_micros[request.before];
    ELSIF least_left < request.maximum THEN
      outcomes[request.n] := 'monthly_cap_reached';
      available_micros[request.n] := greatest(least_left, 0);
    ELSIF available < request.maximum THEN
      outcomes[request.n] := 'insufficient_balance';
      available_micros[request.n] := available;
    ELSE
      outcomes[request.n] := 'accepted';
      available := available - request.maximum;
      cap_left := cap_left - request.maximum;
      IF current_organization IS NOT NULL THEN
        organizations_left := organizations_left
          || jsonb_build_object(current_organization, (organizations_left ->> current_organization)::bigint - request.maximum);
      END IF;
      IF current_lineage IS NOT NULL THEN
        keys_left := keys_left || jsonb_build_object(current_lineage, (keys_left ->> current_lineage)::bigint - request.maximum);
      END IF;
    END IF;
  END LOOP;
END $$;

-- As before, and: whether the cap of an organization or of a key is passed.
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

-- As before, but by execution_choose.
CREATE OR REPLACE FUNCTION execution_accept(
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
      FROM execution_choose(p_projects, p_lineages, p_idempotency_keys, p_maximums, accepted_at) AS decided;
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
