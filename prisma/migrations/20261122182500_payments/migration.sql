-- Payments by card. A checkout is an amount that somebody may pay at the provider of payments; what comes of it arrives as events, each applied once.
-- Money is booked by ledger_fund alone: `stripe-<checkout>` is the top-up, so that a checkout is booked at most once whatever events say, and
-- adjustments take back what was refunded or disputed there, never below what is available.
--
-- Locks: the chain of the audit log, then the checkout, then the account.

CREATE TABLE checkout (
  project_id      text COLLATE "C" NOT NULL REFERENCES project,
  id              text COLLATE "C" NOT NULL,
  amount_micros   bigint NOT NULL CHECK (amount_micros > 0 AND amount_micros % 10000 = 0), -- whole cents
  is_live         boolean NOT NULL, -- false: of the provider's test mode
  opened_by       text NOT NULL,
  opened_at       timestamptz(3) NOT NULL DEFAULT instant(),
  expires_at      timestamptz(3) NOT NULL,
  status          text NOT NULL DEFAULT 'opening' CHECK (status IN ('opening', 'open', 'processing', 'paid', 'failed', 'expired')),
  session         text COLLATE "C", -- the provider's; null: it has not answered yet
  url             text,
  payment         text COLLATE "C", -- that its refunds and disputes name
  paid_at         timestamptz(3),
  refunded_micros bigint NOT NULL DEFAULT 0 CHECK (refunded_micros >= 0),
  disputed_micros bigint NOT NULL DEFAULT 0 CHECK (disputed_micros >= 0),
  taken_micros    bigint NOT NULL DEFAULT 0, -- of both, what was taken from the balance; the rest was spent or held
  PRIMARY KEY (project_id, id),
  CONSTRAINT checkout_is_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT checkout_is_taken CHECK (taken_micros BETWEEN 0 AND least(amount_micros, refunded_micros + disputed_micros))
);
CREATE INDEX checkout_payment ON checkout (payment) WHERE payment IS NOT NULL;

-- What was agreed stays, what the provider named stays, what was paid stays paid, and nothing is paid that the ledger has not booked.
CREATE FUNCTION checkout_guard() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER checkout_guard BEFORE UPDATE ON checkout FOR EACH ROW EXECUTE FUNCTION checkout_guard();
CREATE TRIGGER checkout_stays BEFORE DELETE OR TRUNCATE ON checkout FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE FUNCTION checkout_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'opening' OR NEW.refunded_micros + NEW.disputed_micros <> 0 THEN
    RAISE EXCEPTION 'a checkout begins without anything paid' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER checkout_begins BEFORE INSERT ON checkout FOR EACH ROW EXECUTE FUNCTION checkout_begins();

-- Every event of ours that was applied, by the provider's id: none is applied twice. Of no project: one of them may name a checkout that is not there.
CREATE TABLE payment_event (
  id          text COLLATE "C" PRIMARY KEY,
  kind        text NOT NULL,
  subject     text COLLATE "C" NOT NULL, -- the provider's session, payment or dispute
  at          timestamptz(3) NOT NULL,   -- by the provider
  received_at timestamptz(3) NOT NULL DEFAULT instant(),
  project     text COLLATE "C" NOT NULL,
  checkout    text COLLATE "C" NOT NULL,
  amount_micros bigint NOT NULL,
  problem     text -- why a person has to look at it; null: all is booked
);
CREATE INDEX payment_event_checkout ON payment_event (project, checkout);
CREATE INDEX payment_event_problem ON payment_event (id) WHERE problem IS NOT NULL;
CREATE TRIGGER payment_event_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_event FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

INSERT INTO keeper_cursor (name) VALUES ('payments');
