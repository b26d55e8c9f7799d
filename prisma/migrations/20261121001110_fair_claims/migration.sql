-- Fairness between projects: which execution a worker claims when one project would take all of its places, and how much work for
-- nothing a project may cause. Hints only: no amount depends on them, and execution_claim alone decides who holds what.

-- Processor time that a project's failed work took in the current hour; nobody was charged for it.
CREATE TABLE project_free_cpu (
  project_id text COLLATE "C" PRIMARY KEY REFERENCES project,
  hour       timestamptz(3) NOT NULL,
  seconds    double precision NOT NULL CHECK (seconds >= 0)
);

CREATE FUNCTION project_free_cpu_add(p_project text, p_seconds double precision) RETURNS double precision LANGUAGE sql AS $$
  INSERT INTO project_free_cpu AS spent (project_id, hour, seconds) VALUES (p_project, date_trunc('hour', instant()), p_seconds)
    ON CONFLICT (project_id) DO UPDATE
      SET hour = excluded.hour, seconds = excluded.seconds + CASE WHEN spent.hour = excluded.hour THEN spent.seconds ELSE 0 END
    RETURNING seconds;
$$;

-- The projects that have used up this hour's budget.
CREATE FUNCTION project_free_cpu_exceeded(p_budget_seconds double precision) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT project_id FROM project_free_cpu WHERE hour = date_trunc('hour', instant()) AND seconds > p_budget_seconds;
$$;

-- The project after p_after that has something waiting for this engine; null when there is none. One probe of the index of what is open a
-- project: never through its backlog, only past what workers hold of it and what is under review. Jobs come first whatever the planner believes
-- of the tables: what a LATERAL with an OFFSET looks at, it looks at once for each of them.
CREATE FUNCTION execution_next_waiting(p_after text, p_engine text, OUT project_id text, OUT id text) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET enable_bitmapscan = off AS $$
BEGIN
  project_id := p_after;
  LOOP
    SELECT j.project_id INTO project_id
      FROM execution_job AS j CROSS JOIN LATERAL (SELECT e.status FROM execution AS e WHERE e.project_id = j.project_id AND e.id = j.id OFFSET 0) AS e
      WHERE e.status = 'queued' AND j.project_id > execution_next_waiting.project_id ORDER BY j.project_id LIMIT 1;
    EXIT WHEN project_id IS NULL;
    SELECT j.id INTO id
      FROM execution_job AS j CROSS JOIN LATERAL (SELECT e.status FROM execution AS e WHERE e.project_id = j.project_id AND e.id = j.id OFFSET 0) AS e
      WHERE e.status = 'queued' AND j.project_id = execution_next_waiting.project_id AND j.engine = p_engine
      ORDER BY j.project_id, j.engine, j.id LIMIT 1;
    EXIT WHEN id IS NOT NULL;
  END LOOP;
END $$;

-- Whether another project than p_project has something waiting for this engine.
CREATE FUNCTION execution_waits_beside(p_project text, p_engine text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  place text := '';
  other record;
BEGIN
  FOR turn IN 1..2 LOOP
    SELECT * INTO other FROM execution_next_waiting(place, p_engine);
    IF other.id IS NULL OR other.project_id <> p_project THEN
      RETURN other.id IS NOT NULL;
    END IF;
    place := p_project;
  END LOOP;
  RETURN false;
END $$;

-- Which execution a worker claims for a job that names p_id of p_project, while it holds p_counts executions of p_projects, at most p_share of one
-- project, and of p_restricted at most one that any worker holds:
--   the oldest that waits of the project that it holds least of, where that is fewer than of the job's own project;
--   else the job's own, where its project may have another; else `wait`, and nothing now.
-- Looks at no more than 64 projects, those after the job's own first, so that none is always last. Changes nothing.
CREATE FUNCTION execution_choose(
  p_project text, p_id text, p_engine text, p_projects text[], p_counts integer[], p_share integer, p_restricted text[],
  OUT project_id text, OUT id text, OUT waits boolean
) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  own execution;
  own_count integer;
  is_restricted boolean;
  other record;
  other_count integer;
  least_count integer;
  place text;
  wrapped boolean := false;
BEGIN
  project_id := p_project;
  id := p_id;
  waits := false;
  SELECT * INTO own FROM execution AS e WHERE e.project_id = p_project AND e.id = p_id;
  IF own.status IS DISTINCT FROM 'queued' THEN
    RETURN; -- what runs already, waits for a look or has ended is the claim's to judge
  END IF;
  own_count := coalesce(p_counts[array_position(p_projects, p_project)], 0);
  is_restricted := p_project = ANY (p_restricted) AND EXISTS (
    SELECT FROM execution_job AS j JOIN execution AS e ON e.project_id = j.project_id AND e.id = j.id
    WHERE j.project_id = p_project AND e.status = 'running' AND e.leased_until > instant());
  least_count := CASE WHEN is_restricted OR own_count >= p_share THEN p_share ELSE own_count END;
  place := p_project;
  FOR turn IN 1..64 LOOP
    EXIT WHEN least_count = 0;
    SELECT * INTO other FROM execution_next_waiting(place, p_engine);
    IF other.project_id IS NULL THEN
      EXIT WHEN wrapped;
      wrapped := true;
      place := '';
      CONTINUE;
    END IF;
    place := other.project_id;
    CONTINUE WHEN other.id IS NULL OR other.project_id = p_project OR other.project_id = ANY (p_restricted);
    EXIT WHEN wrapped AND other.project_id > p_project;
    other_count := coalesce(p_counts[array_position(p_projects, other.project_id)], 0);
    IF other_count < least_count THEN
      least_count := other_count;
      project_id := other.project_id;
      id := other.id;
    END IF;
  END LOOP;
  waits := id = p_id AND (is_restricted OR own_count >= p_share);
END $$;
