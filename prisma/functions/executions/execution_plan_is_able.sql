-- Whether a worker with these operations can run its part of a plan: the plan has no other operation for this engine. A newer version may have made the plan.
-- Most plans have one step, whose engine is then this one.
--
-- Arguments: plan, engine, operations as a JSON array
-- Results: true or false
-- Locks: none
-- Callers: execution_claim
CREATE OR REPLACE FUNCTION execution_plan_is_able(p_plan jsonb, p_engine text, p_operations jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN jsonb_array_length(p_plan) = 1 THEN p_operations ? (p_plan -> 0 ->> 'operation')
    ELSE jsonb_path_query_array(p_plan, '$[*] ? (@.engine == $engine).operation', jsonb_build_object('engine', p_engine)) <@ p_operations END;
$$;
