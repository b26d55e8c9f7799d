-- A plan without the customer's input: keeps the data that explains the charge and names the workers' operations.
--
-- Arguments: the plan
-- Results: the plan without parameters and inputs
-- Locks: none
-- Callers: execution_delete_content, execution_has_content, execution_is_without_content
CREATE OR REPLACE FUNCTION execution_plan_without_content(p_plan jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(step - 'parameters' - 'inputs' ORDER BY n) FROM jsonb_array_elements(p_plan) WITH ORDINALITY AS each (step, n);
$$;
