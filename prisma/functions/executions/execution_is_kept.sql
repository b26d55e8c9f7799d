-- An accepted execution is never deleted.
--
-- Arguments: none (trigger)
-- Results: always raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger execution_is_kept on execution
CREATE OR REPLACE FUNCTION execution_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an accepted execution exists for ever' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER execution_is_kept BEFORE DELETE ON execution FOR EACH STATEMENT EXECUTE FUNCTION execution_is_kept();
