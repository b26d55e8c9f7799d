-- What calls of external services cost, and how that is known: as the provider stated it, as it follows from a tariff, and what of it was
-- booked, which is all that a customer can be charged in a failure or a cancel. Written with the step, by the claim that holds it; what is
-- learned later is noted beside it, at the operator's expense, and never changes what was booked.
CREATE TABLE provider_cost (
  project_id     text COLLATE "C" NOT NULL,
  execution_id   text COLLATE "C" NOT NULL,
  step           integer     NOT NULL CHECK (step >= 0),
  provider       text COLLATE "C" NOT NULL,
  model          text COLLATE "C" NOT NULL,
  ref            text, -- the provider's name of the call
  stated_micros  bigint CHECK (stated_micros >= 0),
  derived_micros bigint CHECK (derived_micros >= 0),
  booked_micros  bigint NOT NULL CHECK (booked_micros >= 0),
  late_micros    bigint CHECK (late_micros >= 0), -- stated after it was booked
  -- What the operator bears: all that the provider takes beyond what was booked; below zero, what it took less.
  margin_micros  bigint GENERATED ALWAYS AS (booked_micros - coalesce(late_micros, stated_micros, derived_micros, 0)) STORED,
  lookups        integer NOT NULL DEFAULT 0,
  lookup_at      timestamptz(3), -- when to ask for its invoice; null: never again
  recorded_at    timestamptz(3) NOT NULL DEFAULT instant(),
  late_at        timestamptz(3),
  PRIMARY KEY (project_id, execution_id, step),
  FOREIGN KEY (project_id, execution_id) REFERENCES execution,
  CHECK (booked_micros <= coalesce(stated_micros, derived_micros, 0)),
  CHECK ((late_micros IS NULL) = (late_at IS NULL))
);
CREATE INDEX provider_cost_lookup_at ON provider_cost (lookup_at) WHERE lookup_at IS NOT NULL;

-- What was booked is final; only what is learned later may be added, once.
CREATE FUNCTION provider_cost_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.late_micros IS NULL
     AND (OLD.project_id, OLD.execution_id, OLD.step, OLD.provider, OLD.model, OLD.recorded_at, OLD.booked_micros)
       = (NEW.project_id, NEW.execution_id, NEW.step, NEW.provider, NEW.model, NEW.recorded_at, NEW.booked_micros)
     AND (OLD.ref, OLD.stated_micros, OLD.derived_micros) IS NOT DISTINCT FROM (NEW.ref, NEW.stated_micros, NEW.derived_micros) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what a provider''s call was booked at is final' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER provider_cost_is_final BEFORE UPDATE OR DELETE ON provider_cost
  FOR EACH ROW EXECUTE FUNCTION provider_cost_is_final();
CREATE TRIGGER provider_cost_stays BEFORE TRUNCATE ON provider_cost
  FOR EACH STATEMENT EXECUTE FUNCTION provider_cost_is_final();

-- Notes the costs of steps. A part of execution_record and execution_finish, which hold the executions; said again, it changes nothing.
-- p_items: JSON array of {projectId, id, costs: [{index, provider, model, statedMicros, derivedMicros, bookedMicros, lookupAfterSeconds}]}, costs optional.
CREATE FUNCTION provider_cost_write(p_items jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT jsonb_path_exists(p_items, '$[*].costs[*]') THEN
    RETURN; -- work of our own machines
  END IF;
  INSERT INTO provider_cost (project_id, execution_id, step, provider, model, ref, stated_micros, derived_micros, booked_micros, lookup_at)
    SELECT item."projectId", item.id, cost.index, cost.provider, cost.model, s.ref, cost."statedMicros", cost."derivedMicros",
           cost."bookedMicros", instant() + make_interval(secs => cost."lookupAfterSeconds")
    FROM jsonb_to_recordset(p_items) AS item ("projectId" text, id text, costs jsonb)
    CROSS JOIN jsonb_to_recordset(item.costs) AS cost (index integer, provider text, model text, "statedMicros" bigint,
                                                       "derivedMicros" bigint, "bookedMicros" bigint, "lookupAfterSeconds" double precision)
    LEFT JOIN execution_step AS s ON s.project_id = item."projectId" AND s.execution_id = item.id AND s.index = cost.index
    ON CONFLICT (project_id, execution_id, step) DO NOTHING;
END $$;

-- Claims costs that were booked by a tariff and whose invoice may have come by now, for providers that can be asked. Each is asked for
-- again after a pause that grows fourfold, five times in all.
CREATE FUNCTION provider_cost_due(p_providers text[], p_limit integer, p_backoff interval)
RETURNS TABLE (project_id text, execution_id text, step integer, provider text, ref text) LANGUAGE sql AS $$
  WITH due AS (
    SELECT c.project_id, c.execution_id, c.step FROM provider_cost AS c
    WHERE c.lookup_at <= instant() AND c.provider = ANY (p_providers) ORDER BY c.lookup_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  )
  UPDATE provider_cost AS c
    SET lookups = c.lookups + 1, lookup_at = CASE WHEN c.lookups < 4 THEN instant() + p_backoff * power(4, c.lookups + 1) END
    FROM due WHERE (c.project_id, c.execution_id, c.step) = (due.project_id, due.execution_id, due.step)
    RETURNING c.project_id, c.execution_id, c.step, c.provider, c.ref;
$$;

-- A provider stated a cost after it was booked. Returns what the operator bears of it, null when nothing was waiting for it.
CREATE FUNCTION provider_cost_stated_late(p_project_id text, p_execution_id text, p_step integer, p_stated_micros bigint)
RETURNS bigint LANGUAGE sql AS $$
  UPDATE provider_cost SET late_micros = p_stated_micros, late_at = instant(), lookup_at = NULL
    WHERE project_id = p_project_id AND execution_id = p_execution_id AND step = p_step
      AND stated_micros IS NULL AND late_micros IS NULL
    RETURNING late_micros - booked_micros;
$$;

-- What the audit says of the costs of these executions that have ended, looked at from both sides: a step is settled at what was booked of its
-- provider, nothing is booked for what never ended, and a call without an outcome has a row that waits for what it cost.
CREATE FUNCTION audit_costs(p_projects text[], p_ids text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT e.project_id, 'cost', e.id, string_agg(format('step %s (%s) cost %s, its provider''s call was booked at %s', side.index, coalesce(s.status, 'none'),
                                         coalesce(s.cost_micros::text, 'nothing'), coalesce(c.booked_micros::text, 'nothing')), '; ' ORDER BY side.index)
  FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
  CROSS JOIN LATERAL (SELECT s.index FROM execution_steps(e) AS s
                      UNION SELECT c.step FROM provider_cost AS c WHERE c.project_id = e.project_id AND c.execution_id = e.id) AS side (index)
  LEFT JOIN LATERAL execution_steps(e) AS s ON s.index = side.index
  LEFT JOIN provider_cost AS c ON c.project_id = e.project_id AND c.execution_id = e.id AND c.step = side.index
  WHERE e.finished_at IS NOT NULL AND CASE
    WHEN s.status IN ('succeeded', 'failed') THEN s.cost_micros IS DISTINCT FROM c.booked_micros
    WHEN s.status IN ('dispatching', 'submitted', 'unknown') THEN c.booked_micros IS DISTINCT FROM 0
    ELSE c.booked_micros > 0 END
  GROUP BY e.project_id, e.id;
$$;
