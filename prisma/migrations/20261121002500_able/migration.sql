-- Whether a worker of p_engine that has these operations can do a plan to the end of its part: it names no other for this engine. A plan may be of a
-- newer version. Most plans have one step, which is then of the engine that asks. A part of execution_claim.
CREATE FUNCTION execution_plan_is_able(p_plan jsonb, p_engine text, p_operations jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN jsonb_array_length(p_plan) = 1 THEN p_operations ? (p_plan -> 0 ->> 'operation')
    ELSE jsonb_path_query_array(p_plan, '$[*] ? (@.engine == $engine).operation', jsonb_build_object('engine', p_engine)) <@ p_operations END;
$$;

-- Of these executions those that a worker of p_engine can do to the end of its part, for whoever chooses among them; the claim asks the same.
-- Reads only and takes no lock.
CREATE FUNCTION execution_able(p_projects text[], p_ids text[], p_engine text, p_operations text[])
RETURNS TABLE (project_id text, id text) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT e.project_id, e.id
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
    WHERE execution_plan_is_able(e.plan, p_engine, to_jsonb(p_operations));
END $$;
