-- A batch never changes, except that its cancellation is requested once.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger batch_is_final on batch
CREATE OR REPLACE FUNCTION batch_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.cancel_requested_at IS NULL
       AND to_jsonb(NEW) - 'cancel_requested_at' = to_jsonb(OLD) - 'cancel_requested_at' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a batch never changes' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER batch_is_final BEFORE UPDATE OR DELETE ON batch FOR EACH ROW EXECUTE FUNCTION batch_is_final();
