-- The requests that use a version of an own tool that is not the active one, as seen by this statement. A change of a tool that commits later counts for
-- later accepts, so accepts take no lock for tools.
--
-- Arguments: a JSON array with one object per request: project_id, price_version; and tools, each with name and version, if it uses own tools
-- Results: each distinct pair of project and price version with such a request
-- Locks: none
-- Callers: execution_accept_quoted, execution_decide_capped
CREATE OR REPLACE FUNCTION tool_misfits(p_requests jsonb) RETURNS TABLE (project_id text, version text) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT r.project_id, r.price_version
  FROM jsonb_to_recordset(p_requests) AS r (project_id text, price_version text, tools jsonb),
       jsonb_to_recordset(r.tools) AS used (name text, version integer)
  WHERE NOT EXISTS (SELECT FROM tool AS t WHERE t.name = used.name AND t.active_version = used.version AND t.retired_at IS NULL);
$$;
