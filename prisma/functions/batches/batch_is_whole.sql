-- A batch has all of its executions when it is committed.
--
-- Arguments: none (deferred trigger)
-- Results: null; raises integrity_constraint_violation (23000)
-- Locks: none
-- Callers: trigger batch_is_whole on batch
CREATE OR REPLACE FUNCTION batch_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  problem text := batch_problem(NEW);
BEGIN
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION 'batch %: %', NEW.id, problem USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER batch_is_whole AFTER INSERT ON batch DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION batch_is_whole();
