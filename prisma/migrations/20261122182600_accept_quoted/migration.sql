-- What gateways accept by: the same guarantee about prices, for next to nothing where nobody asks for anything else than the list in force.

-- Two functions were called execution_choose: this one decides requests, the other which execution a worker claims. Accepts that are going on
-- while this is migrated still call it by that name; nothing else does.
ALTER FUNCTION execution_choose(text[], text[], text[], bigint[], timestamptz) RENAME TO execution_decide_capped;
CREATE FUNCTION execution_choose(
  p_projects text[], p_lineages text[], p_idempotency_keys text[], p_maximums bigint[], p_at timestamptz, OUT outcomes text[], OUT available_micros bigint[]
) LANGUAGE sql AS $$
  SELECT * FROM execution_decide_capped(p_projects, p_lineages, p_idempotency_keys, p_maximums, p_at);
$$;

-- Lets this session remember a version of the list: from when until when it is in force, and whether any project has terms of its own. What was
-- remembered is true for as long as `price_revision` stays: whoever publishes or cancels takes price_lock first and then a revision, and nothing is
-- remembered while somebody may hold that lock, so whatever has a revision by then is committed and was seen. Whoever reads the revision before a
-- publisher takes the next one began before that publisher's commit, as one that cannot see the table. It waits for nobody.
CREATE FUNCTION price_remember(p_version text, p_at timestamptz) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  revision bigint;
  known record;
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(hashtext('tollgate'), hashtext('prices')) THEN
    RETURN;
  END IF;
  revision := pg_sequence_last_value('price_revision');
  -- A statement of its own, so it sees whatever was committed before the lock was taken.
  SELECT t.effective_at, coalesce(t.superseded_at, 'infinity') AS superseded_at,
         EXISTS (SELECT FROM project_price_terms AS own
                 WHERE own.terms IS NOT NULL AND own.cancelled_at IS NULL AND coalesce(own.superseded_at > p_at, true)) AS are_terms
    INTO known FROM price_version AS named JOIN price_table AS t ON t.version = named.table_version
    WHERE named.version = p_version AND named.terms_version IS NULL
      AND t.cancelled_at IS NULL AND t.effective_at <= p_at AND coalesce(t.superseded_at > p_at, true);
  IF FOUND THEN
    PERFORM set_config('tollgate.price_known', revision || ' ' || p_version, false),
            set_config('tollgate.price_from', date_part('epoch', known.effective_at)::text, false),
            set_config('tollgate.price_until', date_part('epoch', known.superseded_at)::text, false),
            set_config('tollgate.price_terms', CASE WHEN known.are_terms THEN 'some' ELSE 'none' END, false);
  END IF;
END $$;

-- Holds and inserts what is asked for, each request by itself where not all can be; `outcomes` has one word for each. A version that is not in force
-- for the project at accepted_at gets `price_version_mismatch`. Such a request is decided as one that asks for more than anybody has, so that it takes
-- nothing from those beside it, and a replay of it is still found.
CREATE FUNCTION execution_accept_quoted(
  p_ids text[], p_projects text[], p_keys text[], p_lineages text[], p_idempotency_keys text[], p_bodies_sha256 text[],
  p_tools text[], p_models text[], p_price_versions text[], p_minimums bigint[], p_maximums bigint[], p_engines text[],
  p_max_runtimes integer[], p_cancel_afters double precision[], p_plans jsonb,
  OUT outcomes text[], OUT available_micros bigint[], OUT accepted_at timestamptz
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  is_known boolean; -- one version of the list, which is in force, as this session remembers
  at_misfits bigint[] := '{}';
  place bigint;
BEGIN
  PERFORM ledger_lock(p_projects);
  accepted_at := instant();
  available_micros := array_fill(0::bigint, ARRAY[cardinality(p_ids)]);
  BEGIN
    is_known := current_setting('tollgate.price_known', true) = pg_sequence_last_value('price_revision') || ' ' || p_price_versions[1]
      AND date_part('epoch', accepted_at) >= current_setting('tollgate.price_from', true)::double precision
      AND date_part('epoch', accepted_at) < current_setting('tollgate.price_until', true)::double precision
      AND p_price_versions[1] = ALL (p_price_versions);
    IF is_known IS NOT TRUE THEN
      PERFORM price_remember(p_price_versions[1], accepted_at);
    ELSIF current_setting('tollgate.price_terms') = 'some' THEN
      is_known := NOT EXISTS (SELECT FROM project_price_terms AS own WHERE own.project_id = ANY (p_projects) AND own.cancelled_at IS NULL);
    END IF;
    IF is_known IS NOT TRUE THEN
      IF EXISTS (SELECT FROM price_misfits(p_projects, p_price_versions, accepted_at)) THEN
        RAISE EXCEPTION 'a price version is not in force' USING ERRCODE = 'check_violation';
      END IF;
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
      FROM execution_decide_capped(p_projects, p_lineages, p_idempotency_keys, p_maximums, accepted_at) AS decided;
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

-- For gateways of 0.2.0, which know no `price_version_mismatch` and would answer 500: where one of a call has it, all of the call are refused as by a
-- database that is being tended, which they answer with 503, so that their clients ask again, at a gateway that has the prices. Nothing is held.
CREATE OR REPLACE FUNCTION execution_accept(
  p_ids text[], p_projects text[], p_keys text[], p_lineages text[], p_idempotency_keys text[], p_bodies_sha256 text[],
  p_tools text[], p_models text[], p_price_versions text[], p_minimums bigint[], p_maximums bigint[], p_engines text[],
  p_max_runtimes integer[], p_cancel_afters double precision[], p_plans jsonb,
  OUT outcomes text[], OUT available_micros bigint[], OUT accepted_at timestamptz
) LANGUAGE plpgsql AS $$
BEGIN
  SELECT accepted.outcomes, accepted.available_micros, accepted.accepted_at INTO outcomes, available_micros, accepted_at
    FROM execution_accept_quoted(p_ids, p_projects, p_keys, p_lineages, p_idempotency_keys, p_bodies_sha256, p_tools, p_models, p_price_versions,
                                 p_minimums, p_maximums, p_engines, p_max_runtimes, p_cancel_afters, p_plans) AS accepted;
  IF 'price_version_mismatch' = ANY (outcomes) THEN
    RAISE EXCEPTION 'the prices of this gateway are no longer in force' USING ERRCODE = 'operator_intervention';
  END IF;
END $$;
