-- Each step of a review is told in the audit log: that it began, and that evidence ended it. Whoever works on an execution notes the step here, in the transaction that makes
-- it, and waits for nobody; the keeper makes entries of the notes afterwards, under the locks of the chains, which no worker takes. What an administrator or the
-- keeper ends is told by that act itself, which takes its note away.

CREATE TABLE review_note (
  project_id     text COLLATE "C" NOT NULL,
  id             bigint GENERATED ALWAYS AS IDENTITY, -- in the order of an execution's steps
  execution_id   text COLLATE "C" NOT NULL,
  at             timestamptz(3) NOT NULL DEFAULT instant(),
  program        text NOT NULL, -- that made the step, as its sessions are named
  status_before  text NOT NULL,
  status         text NOT NULL,
  review         jsonb NOT NULL,
  resolve_by     timestamptz(3) NOT NULL,
  held_micros    bigint NOT NULL,
  charged_micros bigint,        -- once it has ended
  PRIMARY KEY (project_id, id)
);

-- Nothing that is missing may keep a step from being made: what is noted is less than what is done.
CREATE FUNCTION execution_review_is_noted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_note (project_id, execution_id, program, status_before, status, review, resolve_by, held_micros, charged_micros)
    VALUES (NEW.project_id, NEW.id, current_setting('application_name'), OLD.status, NEW.status, coalesce(NEW.review, OLD.review, '{}'),
            coalesce(NEW.resolve_by, OLD.resolve_by, instant()), NEW.maximum_micros, NEW.charged_micros);
  RETURN NULL;
END $$;
CREATE TRIGGER execution_review_is_noted AFTER UPDATE OF status ON execution FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND (OLD.status = 'needs_review' OR NEW.status = 'needs_review'))
  EXECUTE FUNCTION execution_review_is_noted();
