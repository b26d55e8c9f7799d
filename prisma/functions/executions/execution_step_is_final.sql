-- The outcome of a step is final; facts that arrive later (a late invoice) may still be added.
--
-- Arguments: none (trigger)
-- Results: raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger execution_step_is_final on execution_step
CREATE OR REPLACE FUNCTION execution_step_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'step % of % is %, which is final', OLD.index, OLD.execution_id, OLD.status USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER execution_step_is_final BEFORE UPDATE ON execution_step FOR EACH ROW
  WHEN (OLD.status IN ('succeeded', 'failed') AND (NEW.status, NEW.project_id, NEW.execution_id, NEW.index) IS DISTINCT FROM (OLD.status, OLD.project_id, OLD.execution_id, OLD.index))
  EXECUTE FUNCTION execution_step_is_final();
