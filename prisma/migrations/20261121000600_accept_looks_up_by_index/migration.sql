-- Which of the requests were accepted before: by the unique index on (project, idempotency key), one probe a request.
-- A plan kept from when the table was small can take an index of the project alone instead and then reads all its executions
-- for every request: 64 took 330 ms after 20,000 rows. So this one look-up is planned anew by each call, which costs 0.1 ms.
--
-- p_requests: as execution_accept. Returns the ord of the request and the id of its execution, for replays only.
CREATE FUNCTION execution_replays(p_requests jsonb) RETURNS TABLE (ord integer, id text) LANGUAGE sql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT item.ord, e.id
  FROM jsonb_to_recordset(p_requests) AS item (ord integer, "projectId" text, "idempotencyKey" text)
  JOIN execution AS e ON e.project_id = item."projectId" AND e.idempotency_key = item."idempotencyKey";
$$;

-- As before, but for where it looks for replays.
CREATE OR REPLACE FUNCTION execution_accept(p_requests jsonb, p_dispatch_after interval)
RETURNS TABLE (ord integer, outcome text, execution_id text, available_micros bigint, required_micros bigint, created_at timestamptz)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  request record;
  current_project text;
  available bigint;
  cap_left bigint; -- null: no cap
  accepted integer[] := '{}';
  projects text[] := '{}';
  executions text[] := '{}';
  holds bigint[] := '{}';
BEGIN
  PERFORM ledger_lock(ARRAY(SELECT DISTINCT item ->> 'projectId' FROM jsonb_array_elements(p_requests) AS item));

  -- A new statement, so it sees what committed while this one waited for the locks.
  FOR request IN
    SELECT item.ord, item.id, item."projectId" AS project_id, item."maximumMicros" AS maximum, before.id AS found_id,
           first_value(item.ord) OVER same_key AS first_ord,
           account.project_id IS NOT NULL AS has_account, account.available_micros AS available,
           project.monthly_cap_micros - coalesce(usage.charged_micros, 0) - account.held_micros AS cap_left
    FROM jsonb_to_recordset(p_requests) AS item (ord integer, id text, "projectId" text, "idempotencyKey" text, "maximumMicros" bigint)
    LEFT JOIN ledger_account AS account ON account.project_id = item."projectId"
    LEFT JOIN project ON project.id = item."projectId"
    LEFT JOIN usage_month AS usage
      ON usage.project_id = item."projectId" AND usage.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
    LEFT JOIN execution_replays(p_requests) AS before ON before.ord = item.ord
    WINDOW same_key AS (PARTITION BY item."projectId", item."idempotencyKey" ORDER BY item.ord)
    ORDER BY item."projectId", item.ord
  LOOP
    IF request.project_id IS DISTINCT FROM current_project THEN
      current_project := request.project_id;
      available := request.available;
      cap_left := request.cap_left;
    END IF;
    ord := request.ord;
    execution_id := coalesce(request.found_id, request.id);
    required_micros := request.maximum;
    available_micros := available;
    created_at := now()::timestamptz(3); -- as the column keeps it
    IF request.found_id IS NOT NULL THEN
      outcome := 'found';
    ELSIF NOT request.has_account THEN
      outcome := 'no_account';
    ELSIF request.first_ord <> request.ord THEN
      outcome := 'deferred';
    ELSIF cap_left < request.maximum THEN
      outcome := 'monthly_cap_reached';
      available_micros := greatest(cap_left, 0);
    ELSIF available < request.maximum THEN
      outcome := 'insufficient_balance';
    ELSE
      outcome := 'accepted';
      available := available - request.maximum;
      cap_left := cap_left - request.maximum;
      accepted := accepted || request.ord;
      projects := projects || request.project_id;
      executions := executions || request.id;
      holds := holds || request.maximum;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF cardinality(accepted) > 0 THEN
    PERFORM ledger_reserve(projects, executions, holds);
    INSERT INTO execution (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version,
                           minimum_micros, maximum_micros, arguments, plan, engine, max_runtime_seconds, dispatch_at)
      SELECT item.id, item."projectId", item."keyId", item."keyLineage", item."idempotencyKey", decode(item."bodySha256", 'hex'),
             item.tool, item.model, item."priceVersion", item."minimumMicros", item."maximumMicros", item.arguments, item.plan,
             item.engine, item."maxRuntimeSeconds", now() + p_dispatch_after
      FROM jsonb_to_recordset(p_requests) AS item (ord integer, id text, "projectId" text, "keyId" text, "keyLineage" text,
             "idempotencyKey" text, "bodySha256" text, tool text, model text, "priceVersion" text, "minimumMicros" bigint,
             "maximumMicros" bigint, arguments jsonb, plan jsonb, engine text, "maxRuntimeSeconds" integer)
      WHERE item.ord = ANY (accepted);
  END IF;
END $$;
