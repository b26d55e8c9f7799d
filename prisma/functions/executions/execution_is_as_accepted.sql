-- An accepted request never changes: refuses an UPDATE that names one of its columns, unless it deletes the content of an ended execution.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger execution_is_as_accepted on execution
CREATE OR REPLACE FUNCTION execution_is_as_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.content_deleted_at IS NOT NULL AND execution_is_without_content(OLD, NEW) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what was accepted of execution % never changes', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER execution_is_as_accepted
  BEFORE UPDATE OF id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version, minimum_micros,
                   maximum_micros, plan, timeline, created_at
  ON execution FOR EACH ROW EXECUTE FUNCTION execution_is_as_accepted();
