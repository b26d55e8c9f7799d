-- Published prices never change: only their end, or a cancellation before they take effect, may be set. Versions never change.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger price_is_kept on price_table, trigger price_is_kept on project_price_terms, trigger price_is_not_removed on price_table, trigger
--   price_is_not_removed on project_price_terms, trigger price_is_not_removed on price_version
CREATE OR REPLACE FUNCTION price_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text[] := '{revision,superseded_at,cancelled_at}';
BEGIN
  IF TG_OP = 'UPDATE' AND TG_LEVEL = 'ROW' THEN
    IF to_jsonb(NEW) - changes = to_jsonb(OLD) - changes
       AND (NEW.cancelled_at IS NOT DISTINCT FROM OLD.cancelled_at OR (OLD.cancelled_at IS NULL AND OLD.effective_at > clock_timestamp()))
       AND (NEW.superseded_at IS NOT DISTINCT FROM OLD.superseded_at OR OLD.superseded_at IS NULL OR OLD.superseded_at > clock_timestamp()) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'published prices stay as they were' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER price_is_kept BEFORE UPDATE ON price_table FOR EACH ROW EXECUTE FUNCTION price_is_kept();
CREATE OR REPLACE TRIGGER price_is_kept BEFORE UPDATE ON project_price_terms FOR EACH ROW EXECUTE FUNCTION price_is_kept();
CREATE OR REPLACE TRIGGER price_is_not_removed BEFORE DELETE OR TRUNCATE ON price_table FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();
CREATE OR REPLACE TRIGGER price_is_not_removed BEFORE DELETE OR TRUNCATE ON project_price_terms FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();
CREATE OR REPLACE TRIGGER price_is_not_removed BEFORE UPDATE OR DELETE OR TRUNCATE ON price_version FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();
