-- Chooses the execution that a worker claims for a job. First choice: the oldest waiting execution of the project of which the worker holds the fewest, if
-- these are fewer than of the job's project. Otherwise the job's execution, if its project may have another. Otherwise none: the worker waits. Examines at
-- most 64 projects, beginning after the job's project, so that no project is always last.
--
-- Arguments: project and id of the job; engine; arrays of equal length: projects and how many executions of each the worker holds; the most that the worker
--   may hold of one project; projects of which at most one execution may run anywhere
-- Results: project and id, and whether to wait
-- Locks: none
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION execution_choose(
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
