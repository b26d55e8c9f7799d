-- Gives a new entry its number, time and hashes, so that every insert continues the hash chain.
--
-- Arguments: none (trigger)
-- Results: the row
-- Locks: audit_log_lock
-- Callers: trigger audit_log_chained on audit_log
CREATE OR REPLACE FUNCTION audit_log_chained() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head audit_log_head := audit_log_lock(NEW.chain);
BEGIN
  NEW.number := head.number + 1;
  NEW.at := date_trunc('milliseconds', clock_timestamp());
  NEW.previous_hash := head.hash;
  NEW.hash := sha256(head.hash || convert_to(audit_log_content(NEW), 'UTF8'));
  UPDATE audit_log_head SET number = NEW.number, hash = NEW.hash WHERE chain = NEW.chain;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER audit_log_chained BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_chained();
