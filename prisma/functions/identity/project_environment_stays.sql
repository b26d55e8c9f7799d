-- The environment of a project never changes, so that play money never becomes real.
--
-- Arguments: none (trigger)
-- Results: always raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger project_environment_stays on project
CREATE OR REPLACE FUNCTION project_environment_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the environment of a project never changes' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER project_environment_stays BEFORE UPDATE ON project
  FOR EACH ROW WHEN (OLD.environment IS DISTINCT FROM NEW.environment) EXECUTE FUNCTION project_environment_stays();
