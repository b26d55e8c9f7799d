-- A project is for live work or for tests, for ever: its keys carry the word, and a balance that was play money never becomes real.

ALTER TABLE project ADD COLUMN environment text NOT NULL DEFAULT 'live' CHECK (environment IN ('live', 'test'));

CREATE FUNCTION project_environment_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the environment of a project never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER project_environment_stays BEFORE UPDATE ON project
  FOR EACH ROW WHEN (OLD.environment IS DISTINCT FROM NEW.environment) EXECUTE FUNCTION project_environment_stays();
