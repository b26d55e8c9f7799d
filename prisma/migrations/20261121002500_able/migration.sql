-- Of these executions those that a worker of `p_engine` can do to the end of its part: it has every operation that their plans name for
-- it. A plan may be of a newer version. Reads only and takes no lock: a plan never changes, and the claim decides all else.
CREATE FUNCTION execution_able(p_projects text[], p_ids text[], p_engine text, p_operations text[])
RETURNS TABLE (project_id text, id text) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  has CONSTANT jsonb := to_jsonb(p_operations);
  mine CONSTANT jsonb := jsonb_build_object('engine', p_engine);
BEGIN
  RETURN QUERY
    SELECT e.project_id, e.id
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
    WHERE jsonb_path_query_array(e.plan, '$[*] ? (@.engine == $engine).operation', mine) <@ has;
END $$;
