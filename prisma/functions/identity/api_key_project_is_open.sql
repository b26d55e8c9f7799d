-- Refuses a key of an archived project, also from older gateways that do not check this.
--
-- Arguments: none (trigger)
-- Results: the row; raises check_violation (23514) if the project is archived
-- Locks: the project's row, FOR SHARE
-- Callers: trigger api_key_project_is_open on api_key
CREATE OR REPLACE FUNCTION api_key_project_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM project WHERE id = NEW.project_id AND archived_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the project of key % is archived', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER api_key_project_is_open BEFORE INSERT ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_project_is_open();
