-- The terms of a checkout and the provider's ids never change. A paid checkout stays paid, and becomes paid only if the ledger has booked the payment.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001) or check_violation (23514)
-- Locks: none
-- Callers: trigger checkout_guard on checkout
CREATE OR REPLACE FUNCTION checkout_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  later text[] := '{status,session,url,payment,paid_at,refunded_micros,disputed_micros,taken_micros}';
BEGIN
  IF to_jsonb(NEW) - later <> to_jsonb(OLD) - later
    OR (OLD.session IS NOT NULL AND NEW.session IS DISTINCT FROM OLD.session)
    OR (OLD.payment IS NOT NULL AND NEW.payment IS DISTINCT FROM OLD.payment)
    OR (OLD.status = 'paid' AND (NEW.status, NEW.paid_at) IS DISTINCT FROM (OLD.status, OLD.paid_at))
    OR NEW.refunded_micros < OLD.refunded_micros THEN
    RAISE EXCEPTION 'a checkout stays as it was agreed, and paid once it is' USING ERRCODE = 'restrict_violation';
  ELSIF NEW.status = 'paid' AND NOT EXISTS (
    SELECT FROM ledger_transfer AS t
    WHERE t.project_id = NEW.project_id AND t.reference = 'stripe-' || NEW.id AND t.kind = 'top_up' AND t.amount_micros = NEW.amount_micros) THEN
    RAISE EXCEPTION 'a checkout is paid once its top-up is booked' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER checkout_guard BEFORE UPDATE ON checkout FOR EACH ROW EXECUTE FUNCTION checkout_guard();
