-- Applies the cap of a new key to its lineage. A successor without a cap does not remove the cap, even if an older gateway creates it.
--
-- Arguments: none (trigger)
-- Results: null
-- Locks: those of ledger_cap_key
-- Callers: trigger api_key_is_capped on api_key
CREATE OR REPLACE FUNCTION api_key_is_capped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NEW.monthly_cap_micros IS NOT NULL THEN
    PERFORM ledger_cap_key(NEW.project_id, NEW.lineage_id, NEW.monthly_cap_micros);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER api_key_is_capped AFTER INSERT OR UPDATE OF monthly_cap_micros ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_is_capped();
