-- Per project with executions that wait for this engine: its oldest one. A worker that has more work than places chooses among them.
--
-- Arguments: engine; the project after which to begin; the most projects
-- Results: one row per project, in the order of projects, from the beginning again after the last one
-- Locks: none
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION execution_waiting(p_engine text, p_after text, p_most integer)
RETURNS TABLE (organization_id text, project_id text, key_lineage text, id text) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  other record;
  place text := p_after;
  is_again boolean := p_after = '';
BEGIN
  FOR turn IN 1..p_most LOOP
    SELECT * INTO other FROM execution_next_waiting(place, p_engine);
    IF other.project_id IS NULL AND NOT is_again THEN
      is_again := true;
      SELECT * INTO other FROM execution_next_waiting('', p_engine);
    END IF;
    EXIT WHEN other.project_id IS NULL OR (is_again AND p_after <> '' AND other.project_id > p_after);
    place := other.project_id;
    RETURN QUERY SELECT p.organization_id, e.project_id, e.key_lineage, e.id FROM execution AS e JOIN project AS p ON p.id = e.project_id
      WHERE e.project_id = other.project_id AND e.id = other.id;
  END LOOP;
END $$;
