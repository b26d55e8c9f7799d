-- Offers a version of a tool from now on. A tool that was retired is retired no longer.
--
-- Arguments: name and version, which exist
-- Results: whether anything changed
-- Locks: the caller holds tool_lock; the row of the tool
-- Callers: packages/tools/src/store/acts.ts
CREATE OR REPLACE FUNCTION tool_activate(p_name text, p_version integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tool AS t SET active_version = p_version, retired_at = NULL, revision = nextval('tool_revision'), changed_at = instant()
    WHERE t.name = p_name AND t.active_version IS DISTINCT FROM p_version;
  RETURN FOUND;
END $$;
