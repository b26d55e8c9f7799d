-- The requests whose price version was not in force for their project at the given time. An unknown version counts as in force.
--
-- Arguments: arrays of equal length: project and version (of table and terms); the time of the acceptance
-- Results: each distinct pair of project and version that is not in force
-- Locks: none. An accept that cannot see a table yet began before its commit, and no client can have a quote of that table before
-- Callers: execution_accept_quoted, execution_decide_capped
CREATE OR REPLACE FUNCTION price_misfits(p_projects text[], p_versions text[], p_at timestamptz) RETURNS TABLE (project_id text, version text) LANGUAGE sql STABLE AS $$
  SELECT asked.project_id, asked.version
  FROM (SELECT DISTINCT * FROM unnest(p_projects, p_versions) AS each (project_id, version)) AS asked
  JOIN price_version AS named ON named.version = asked.version
  JOIN price_table AS t ON t.version = named.table_version
  LEFT JOIN project_price_terms AS own ON own.project_id = asked.project_id AND own.cancelled_at IS NULL
    AND own.effective_at <= p_at AND coalesce(own.superseded_at > p_at, true)
  WHERE t.cancelled_at IS NOT NULL OR t.effective_at > p_at OR t.superseded_at <= p_at
     OR (CASE WHEN own.terms IS NOT NULL THEN own.version END) IS DISTINCT FROM named.terms_version;
$$;
