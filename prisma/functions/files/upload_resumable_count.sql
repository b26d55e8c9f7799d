-- Counts the declared size of an open upload against the storage of its project. Lock order: uploads, files, the project's count.
--
-- Arguments: none (trigger)
-- Results: null
-- Locks: the project's row of project_storage
-- Callers: trigger upload_resumable_counted on upload_resumable
CREATE OR REPLACE FUNCTION upload_resumable_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.file_id IS NULL THEN moved := moved + NEW.size_bytes; END IF;
  IF TG_OP <> 'INSERT' AND OLD.file_id IS NULL THEN moved := moved - OLD.size_bytes; END IF;
  IF moved > 0 THEN
    INSERT INTO project_storage AS s (project_id, stored_bytes) VALUES (NEW.project_id, moved)
      ON CONFLICT (project_id) DO UPDATE SET stored_bytes = s.stored_bytes + excluded.stored_bytes;
  ELSIF moved < 0 THEN
    UPDATE project_storage SET stored_bytes = stored_bytes + moved WHERE project_id = OLD.project_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER upload_resumable_counted AFTER INSERT OR DELETE OR UPDATE OF file_id ON upload_resumable
  FOR EACH ROW EXECUTE FUNCTION upload_resumable_count();
