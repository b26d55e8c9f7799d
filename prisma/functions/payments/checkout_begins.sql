-- A new checkout is unpaid.
--
-- Arguments: none (trigger)
-- Results: the row; raises check_violation (23514)
-- Locks: none
-- Callers: trigger checkout_begins on checkout
CREATE OR REPLACE FUNCTION checkout_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'opening' OR NEW.refunded_micros + NEW.disputed_micros <> 0 THEN
    RAISE EXCEPTION 'a checkout begins without anything paid' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER checkout_begins BEFORE INSERT ON checkout FOR EACH ROW EXECUTE FUNCTION checkout_begins();
