-- The booked cost of a provider call is final; a cost that is stated later may be added once.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger provider_cost_is_final on provider_cost, trigger provider_cost_stays on provider_cost
CREATE OR REPLACE FUNCTION provider_cost_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.late_micros IS NULL
     AND (OLD.project_id, OLD.execution_id, OLD.step, OLD.provider, OLD.model, OLD.recorded_at, OLD.booked_micros)
       = (NEW.project_id, NEW.execution_id, NEW.step, NEW.provider, NEW.model, NEW.recorded_at, NEW.booked_micros)
     AND (OLD.ref, OLD.stated_micros, OLD.derived_micros) IS NOT DISTINCT FROM (NEW.ref, NEW.stated_micros, NEW.derived_micros) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what a provider''s call was booked at is final' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER provider_cost_is_final BEFORE UPDATE OR DELETE ON provider_cost
  FOR EACH ROW EXECUTE FUNCTION provider_cost_is_final();
CREATE OR REPLACE TRIGGER provider_cost_stays BEFORE TRUNCATE ON provider_cost
  FOR EACH STATEMENT EXECUTE FUNCTION provider_cost_is_final();
