-- An operator's own switch of a project, which no ADMIN of it lifts, and the archive. Every look-up of a key reads both with the project.
--
-- Locks: the project's row; whoever makes a key of it shares the row, so that no key is made past an archiving.

ALTER TABLE project
  ADD COLUMN suspended_at timestamptz(3), -- by an operator: nothing new is executed
  ADD COLUMN suspended_reason text, -- which its members read
  ADD COLUMN archived_at timestamptz(3), -- it has no keys; what it has left stays
  ADD CONSTRAINT project_suspension CHECK ((suspended_at IS NULL) = (suspended_reason IS NULL)),
  ADD CONSTRAINT project_archived_is_off CHECK (archived_at IS NULL OR NOT execution_enabled);

-- Also for gateways that do not know what an archive is.
CREATE FUNCTION api_key_project_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM project WHERE id = NEW.project_id AND archived_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the project of key % is archived', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER api_key_project_is_open BEFORE INSERT ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_project_is_open();
