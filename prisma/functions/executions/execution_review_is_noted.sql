-- Notes each event of a review; the keeper turns the notes into audit log entries. Never fails on missing data: a missing note is better than a review event
-- that cannot happen.
--
-- Arguments: none (trigger)
-- Results: null
-- Locks: the new row
-- Callers: trigger execution_review_is_noted on execution
CREATE OR REPLACE FUNCTION execution_review_is_noted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_note (project_id, execution_id, program, status_before, status, review, resolve_by, held_micros, charged_micros)
    VALUES (NEW.project_id, NEW.id, current_setting('application_name'), OLD.status, NEW.status, coalesce(NEW.review, OLD.review, '{}'),
            coalesce(NEW.resolve_by, OLD.resolve_by, instant()), NEW.maximum_micros, NEW.charged_micros);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER execution_review_is_noted AFTER UPDATE OF status ON execution FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND (OLD.status = 'needs_review' OR NEW.status = 'needs_review'))
  EXECUTE FUNCTION execution_review_is_noted();
