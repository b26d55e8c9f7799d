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

CREATE FUNCTION execution_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an accepted execution exists for ever' USING ERRCODE = 'restrict_violation';
  ELSIF OLD.status IN ('succeeded', 'failed', 'cancelled') THEN
    RAISE EXCEPTION 'execution % is %, which is final', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  ELSIF NEW.status <> OLD.status AND NOT execution_edge_allowed(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'execution % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  ELSIF NEW.epoch < OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of execution % only rises', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER execution_guard BEFORE UPDATE OR DELETE ON execution FOR EACH ROW EXECUTE FUNCTION execution_guard();

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

-- Accepts paid executions: finds replays, checks cap and balance, holds the maximum, inserts the execution with its
-- dispatch_at.
--
-- p_requests: JSON array of {ord, id, projectId, keyId, keyLineage, idempotencyKey, bodySha256 (hex), tool, model,
--   priceVersion, minimumMicros, maximumMicros, arguments, plan, engine, maxRuntimeSeconds,
--   cancelAfterSeconds (or null)}; ord numbers them from 0.
-- p_dispatch_after: when the keeper looks after an execution that no worker has claimed.
-- Returns one row a request: outcome `accepted`, `found` (this idempotency key was accepted before; execution_id names it and
--   the caller compares body and lineage), `deferred` (the same key stands earlier in this very call: call again),
--   `insufficient_balance` or `monthly_cap_reached` (with what is available and what is required), `no_account`.
CREATE FUNCTION execution_accept(p_requests jsonb, p_dispatch_after interval)
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
                           minimum_micros, maximum_micros, arguments, plan, engine, max_runtime_seconds, cancel_after, dispatch_at)
      SELECT item.id, item."projectId", item."keyId", item."keyLineage", item."idempotencyKey", decode(item."bodySha256", 'hex'),
             item.tool, item.model, item."priceVersion", item."minimumMicros", item."maximumMicros", item.arguments, item.plan,
             item.engine, item."maxRuntimeSeconds", now() + make_interval(secs => item."cancelAfterSeconds"), now() + p_dispatch_after
      FROM jsonb_to_recordset(p_requests) AS item (ord integer, id text, "projectId" text, "keyId" text, "keyLineage" text,
             "idempotencyKey" text, "bodySha256" text, tool text, model text, "priceVersion" text, "minimumMicros" bigint,
             "maximumMicros" bigint, arguments jsonb, plan jsonb, engine text, "maxRuntimeSeconds" integer,
             "cancelAfterSeconds" integer)
      WHERE item.ord = ANY (accepted);
  END IF;
END $$;
