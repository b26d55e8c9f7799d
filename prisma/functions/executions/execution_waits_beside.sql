-- Whether a project other than p_project has an execution that waits for this engine.
--
-- Arguments: project, engine
-- Results: true or false
-- Locks: none
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION execution_waits_beside(p_project text, p_engine text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
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
