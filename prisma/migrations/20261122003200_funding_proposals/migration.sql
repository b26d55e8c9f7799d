-- Money that one operator wants to give, and another one has to confirm. A proposal books nothing; who proposed it cannot confirm it, whoever writes that.
CREATE TABLE funding_proposal (
  project_id    text COLLATE "C" NOT NULL REFERENCES project,
  id            text COLLATE "C" NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('top_up', 'credit', 'adjustment', 'refund')),
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  reference     text COLLATE "C" NOT NULL, -- of the transfer that it becomes
  execution_id  text COLLATE "C",          -- that a refund names
  reason        text,
  proposed_by   text NOT NULL,
  proposed_at   timestamptz(3) NOT NULL DEFAULT instant(),
  outcome       text CHECK (outcome IN ('confirmed', 'declined')), -- null: it waits
  decided_by    text,
  decided_at    timestamptz(3),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, reference),
  CONSTRAINT funding_proposal_is_decided CHECK ((outcome IS NULL) = (decided_by IS NULL) AND (outcome IS NULL) = (decided_at IS NULL)),
  CONSTRAINT funding_proposal_by_two CHECK (outcome IS DISTINCT FROM 'confirmed' OR decided_by <> proposed_by)
);

CREATE FUNCTION funding_proposal_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  decision text[] := '{outcome,decided_by,decided_at}';
BEGIN
  IF OLD.outcome IS NULL AND to_jsonb(NEW) - decision = to_jsonb(OLD) - decision THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a proposal stays as it was, and is decided once' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER funding_proposal_is_final BEFORE UPDATE ON funding_proposal FOR EACH ROW EXECUTE FUNCTION funding_proposal_is_final();
CREATE TRIGGER funding_proposal_stays BEFORE DELETE OR TRUNCATE ON funding_proposal FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
