-- A version of a tool never changes and is never removed: quotes, holds and bills name it.
--
-- Arguments: none (trigger)
-- Results: always raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger tool_version_is_final on tool_version, trigger tool_is_not_removed on tool
CREATE OR REPLACE FUNCTION tool_version_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a published tool stays as it was' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER tool_version_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON tool_version FOR EACH STATEMENT EXECUTE FUNCTION tool_version_is_final();
CREATE OR REPLACE TRIGGER tool_is_not_removed BEFORE DELETE OR TRUNCATE ON tool FOR EACH STATEMENT EXECUTE FUNCTION tool_version_is_final();
