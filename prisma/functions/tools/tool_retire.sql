-- Offers no version of a tool any more. Its versions stay, for executions that use them.
--
-- Arguments: name
-- Results: whether anything changed
-- Locks: the caller holds tool_lock; the row of the tool
-- Callers: packages/tools/src/store/acts.ts
CREATE OR REPLACE FUNCTION tool_retire(p_name text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tool AS t SET active_version = NULL, retired_at = instant(), revision = nextval('tool_revision'), changed_at = instant()
    WHERE t.name = p_name AND t.retired_at IS NULL;
  RETURN FOUND;
END $$;
