-- Batches: up to 1,000 executions of one tool, accepted all or none under one idempotency key. Each is an execution like any other; what is here says only
-- which of them came together.

CREATE TABLE batch (
  project_id          text COLLATE "C" NOT NULL REFERENCES project,
  id                  text COLLATE "C" NOT NULL CHECK (id ~ '^bat_[0-9a-z]{26}$'),
  key_id              text COLLATE "C" NOT NULL,
  key_lineage         text COLLATE "C" NOT NULL,
  idempotency_key     text COLLATE "C" NOT NULL,
  body_sha256         bytea NOT NULL CHECK (length(body_sha256) = 32),
  tool                text COLLATE "C" NOT NULL,
  price_version       text COLLATE "C" NOT NULL,
  executions          integer NOT NULL CHECK (executions BETWEEN 1 AND 1000),
  minimum_micros      bigint NOT NULL CHECK (minimum_micros BETWEEN 0 AND maximum_micros), -- the sums of its executions'
  maximum_micros      bigint NOT NULL CHECK (maximum_micros > 0),
  created_at          timestamptz(3) NOT NULL,
  cancel_requested_at timestamptz(3),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, idempotency_key)
);
CREATE INDEX batch_newest ON batch (project_id, created_at DESC, id DESC);

CREATE TABLE batch_item (
  project_id   text COLLATE "C" NOT NULL,
  batch_id     text COLLATE "C" NOT NULL,
  index        integer NOT NULL CHECK (index BETWEEN 0 AND 999), -- its place in the body
  execution_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, batch_id, index),
  UNIQUE (project_id, execution_id),
  FOREIGN KEY (project_id, batch_id) REFERENCES batch,
  FOREIGN KEY (project_id, execution_id) REFERENCES execution
);

-- What is wrong with a batch, or null: its executions are as many as it says, in places 0, 1, 2…, under its keys, and sum to its amounts.
CREATE FUNCTION batch_problem(b batch) RETURNS text LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  found record;
BEGIN
  SELECT count(*) AS items, max(i.index) + 1 AS places, coalesce(sum(e.minimum_micros), 0) AS minimum, coalesce(sum(e.maximum_micros), 0) AS maximum,
         coalesce(sum(e.charged_micros), 0) AS charged,
         count(*) FILTER (WHERE (e.tool, e.price_version, e.key_lineage, e.idempotency_key) = (b.tool, b.price_version, b.key_lineage, b.id || ':' || i.index)) AS own
    INTO found FROM batch_item AS i JOIN execution AS e ON e.project_id = i.project_id AND e.id = i.execution_id
    WHERE i.project_id = b.project_id AND i.batch_id = b.id;
  RETURN CASE
    WHEN (found.items, found.places, found.own) IS DISTINCT FROM (b.executions::bigint, b.executions, b.executions::bigint)
      THEN format('%s executions, of which there are %s, %s of them its own', b.executions, found.items, found.own)
    WHEN (found.minimum, found.maximum) IS DISTINCT FROM (b.minimum_micros::numeric, b.maximum_micros::numeric)
      THEN format('%s to %s, its executions sum to %s and %s', b.minimum_micros, b.maximum_micros, found.minimum, found.maximum)
    WHEN found.charged > b.maximum_micros THEN format('charged %s above its ceiling of %s', found.charged, b.maximum_micros) END;
END $$;

-- When it is committed it is whole.
CREATE FUNCTION batch_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  problem text := batch_problem(NEW);
BEGIN
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION 'batch %: %', NEW.id, problem USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER batch_is_whole AFTER INSERT ON batch DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION batch_is_whole();

-- Nothing of it changes but that its cancellation was asked for, once.
CREATE FUNCTION batch_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.cancel_requested_at IS NULL
       AND to_jsonb(NEW) - 'cancel_requested_at' = to_jsonb(OLD) - 'cancel_requested_at' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a batch never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER batch_is_final BEFORE UPDATE OR DELETE ON batch FOR EACH ROW EXECUTE FUNCTION batch_is_final();
-- They are inserted by one statement, after their batch.
CREATE FUNCTION batch_item_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT project_id, batch_id FROM added) AS a JOIN batch AS b ON b.project_id = a.project_id AND b.id = a.batch_id
    WHERE batch_problem(b) IS NOT NULL) THEN
    RAISE EXCEPTION 'not the executions of this batch' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER batch_item_is_whole AFTER INSERT ON batch_item REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION batch_item_is_whole();
CREATE FUNCTION batch_item_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the executions of a batch never change' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER batch_item_is_kept BEFORE UPDATE OR DELETE ON batch_item FOR EACH STATEMENT EXECUTE FUNCTION batch_item_is_kept();

-- Accepts all of them or none. `outcome`: `accepted`; `found`, or `conflict` where the key was another request's, with its `batch`; else why nothing was
-- accepted, in the words of execution_accept_quoted, decided for their sum as for one execution. Execution n has the key `<batch>:<n>`, which nobody has
-- who has no answer yet. Locks the account, for about 40 ms of 1,000.
CREATE FUNCTION batch_accept(
  p_id text, p_project text, p_key text, p_lineage text, p_idempotency_key text, p_body_sha256 text, p_tool text, p_price_version text,
  p_ids text[], p_models text[], p_minimums bigint[], p_maximums bigint[], p_engines text[], p_max_runtimes integer[], p_plans jsonb,
  OUT outcome text, OUT batch text, OUT available_micros bigint, OUT accepted_at timestamptz
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off
SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  size CONSTANT integer := cardinality(p_ids);
  total CONSTANT bigint := (SELECT sum(each) FROM unnest(p_maximums) AS each);
  -- Of each of them the same.
  projects CONSTANT text[] := array_fill(p_project, ARRAY[size]);
  lineages CONSTANT text[] := array_fill(p_lineage, ARRAY[size]);
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  accepted_at := instant();
  available_micros := 0;
  SELECT b.id, CASE WHEN b.key_lineage = p_lineage AND b.body_sha256 = decode(p_body_sha256, 'hex') THEN 'found' ELSE 'conflict' END INTO batch, outcome
    FROM batch AS b WHERE b.project_id = p_project AND b.idempotency_key = p_idempotency_key;
  IF FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM price_misfits(ARRAY[p_project], ARRAY[p_price_version], accepted_at)) THEN
    outcome := 'price_version_mismatch';
    RETURN;
  END IF;
  BEGIN
    PERFORM execution_insert(
      p_ids, projects, array_fill(p_key, ARRAY[size]), lineages, ARRAY(SELECT p_id || ':' || n FROM generate_series(0, size - 1) AS n),
      array_fill(p_body_sha256, ARRAY[size]), array_fill(p_tool, ARRAY[size]), p_models, array_fill(p_price_version, ARRAY[size]), p_minimums,
      p_maximums, p_engines, p_max_runtimes, array_fill(NULL::double precision, ARRAY[size]), p_plans, accepted_at);
    INSERT INTO batch (project_id, id, key_id, key_lineage, idempotency_key, body_sha256, tool, price_version, executions, minimum_micros, maximum_micros, created_at)
      VALUES (p_project, p_id, p_key, p_lineage, p_idempotency_key, decode(p_body_sha256, 'hex'), p_tool, p_price_version, size,
              (SELECT sum(each) FROM unnest(p_minimums) AS each), total, accepted_at);
    INSERT INTO batch_item (project_id, batch_id, index, execution_id)
      SELECT p_project, p_id, n - 1, id FROM unnest(p_ids) WITH ORDINALITY AS item (id, n);
    batch := p_id;
    outcome := 'accepted';
  EXCEPTION WHEN check_violation OR foreign_key_violation THEN
    SELECT decided.outcomes[1], decided.available_micros[1] INTO outcome, available_micros
      FROM execution_decide_capped(ARRAY[p_project], ARRAY[p_lineage], ARRAY[p_id], ARRAY[total], accepted_at) AS decided;
    IF outcome = 'accepted' THEN
      RAISE; -- it was not the money
    END IF;
  END;
END $$;

-- The batch of a key once every accept of this project that has begun is over: null proves that nothing was accepted. Locks the account.
CREATE FUNCTION batch_find_under_lock(p_project text, p_idempotency_key text) RETURNS text LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  -- A new statement, so it sees what committed while this one waited.
  RETURN (SELECT b.id FROM batch AS b WHERE b.project_id = p_project AND b.idempotency_key = p_idempotency_key);
END $$;

-- How far its executions are: how many of each status, what they were charged so far, and the last end.
CREATE FUNCTION batch_progress(p_project text, p_id text, OUT counts json, OUT charged_micros bigint, OUT last_finished_at timestamptz) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  SELECT json_object_agg(s.status, s.executions), coalesce(sum(s.charged), 0), max(s.finished_at) INTO counts, charged_micros, last_finished_at
    FROM (SELECT e.status, count(*) AS executions, sum(e.charged_micros) AS charged, max(e.finished_at) AS finished_at
          FROM batch_item AS i JOIN execution AS e ON e.project_id = i.project_id AND e.id = i.execution_id
          WHERE i.project_id = p_project AND i.batch_id = p_id GROUP BY e.status) AS s;
END $$;

-- Asks to stop what has not ended of a batch: each as execution_cancel does it, all in one transaction. Returns `not_found`, `forbidden` or `requested`.
-- Locks: the batch, its executions by id, the account.
CREATE FUNCTION batch_cancel(p_project text, p_id text, p_lineage text, p_admin boolean) RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  b batch;
  at timestamptz := instant();
  open text[];
  unheld text[];
BEGIN
  SELECT * INTO b FROM batch WHERE project_id = p_project AND id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF b.key_lineage <> p_lineage AND NOT p_admin THEN
    RETURN 'forbidden';
  END IF;
  UPDATE batch SET cancel_requested_at = at WHERE project_id = p_project AND id = p_id AND cancel_requested_at IS NULL;
  WITH locked AS (
    SELECT e.id FROM batch_item AS i JOIN execution AS e ON e.project_id = i.project_id AND e.id = i.execution_id
    WHERE i.project_id = p_project AND i.batch_id = p_id AND e.finished_at IS NULL AND e.cancel_requested_at IS NULL
    ORDER BY e.id FOR NO KEY UPDATE OF e
  )
  SELECT array_agg(id) INTO open FROM locked;
  IF open IS NULL THEN
    RETURN 'requested';
  END IF;
  UPDATE execution AS e SET status = 'cancelled', status_reason = 'cancelled_before_start', cancel_requested_at = at, charged_micros = 0,
                       billing = '[]', run_at = NULL, finished_at = at
    FROM unnest(open) AS item (id) WHERE e.project_id = p_project AND e.id = item.id AND e.status = 'queued' AND NOT execution_is_doubtful(e);
  WITH asked AS (
    UPDATE execution AS e
      SET cancel_requested_at = at,
          run_at = CASE WHEN e.claim_token IS NULL THEN least(e.run_at, at) ELSE e.run_at END,
          review_at = CASE WHEN e.claim_token IS NULL AND e.review_at > at THEN at ELSE e.review_at END
      FROM unnest(open) AS item (id) WHERE e.project_id = p_project AND e.id = item.id AND e.cancel_requested_at IS NULL
      RETURNING e.id, e.claim_token
  )
  SELECT array_agg(id) INTO unheld FROM asked WHERE claim_token IS NULL;
  IF unheld IS NOT NULL THEN
    PERFORM execution_notify_at(array_fill(p_project, ARRAY[cardinality(unheld)]), unheld, '-infinity');
  END IF;
  RETURN 'requested';
END $$;
