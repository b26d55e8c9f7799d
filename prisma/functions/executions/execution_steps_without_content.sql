-- Steps without their results.
--
-- Arguments: the steps, or null
-- Results: the steps, or null
-- Locks: none
-- Callers: execution_delete_content, execution_has_content, execution_is_without_content
CREATE OR REPLACE FUNCTION execution_steps_without_content(p_steps json) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_steps IS NOT NULL THEN
    (SELECT coalesce(jsonb_agg(step - 'result' ORDER BY n), '[]') FROM jsonb_array_elements(p_steps::jsonb) WITH ORDINALITY AS each (step, n)) END;
$$;
