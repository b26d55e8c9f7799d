-- A proposal never changes, except that it is decided once.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger funding_proposal_is_final on funding_proposal
CREATE OR REPLACE FUNCTION funding_proposal_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  decision text[] := '{outcome,decided_by,decided_at}';
BEGIN
  IF OLD.outcome IS NULL AND to_jsonb(NEW) - decision = to_jsonb(OLD) - decision THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a proposal stays as it was, and is decided once' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER funding_proposal_is_final BEFORE UPDATE ON funding_proposal FOR EACH ROW EXECUTE FUNCTION funding_proposal_is_final();
