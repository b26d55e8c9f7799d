-- Appends a part to a resumable upload, if all bytes before its offset have arrived, none are stored at the offset, and it fits. A part that is already
-- stored under its key counts as appended, because the call is repeated after a lost response.
--
-- Arguments: project, id of the upload, offset, size, key of the part's object
-- Results: whether the part is stored at the offset. Raises lock_not_available (55P03) if the object was marked for removal
-- Locks: object_lock, then the row of the upload
-- Callers: packages/files/src/store/resumable.ts
CREATE OR REPLACE FUNCTION upload_resumable_append(p_project text, p_id text, p_offset bigint, p_size bigint, p_key text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM object_lock(p_key);
  IF EXISTS (SELECT FROM object_removal AS r WHERE r.object_key = p_key) THEN
    RAISE EXCEPTION 'the object was taken for removal before its row came' USING ERRCODE = 'lock_not_available';
  END IF;
  UPDATE upload_resumable SET offset_bytes = offset_bytes + p_size, parts = parts + 1
    WHERE project_id = p_project AND id = p_id AND offset_bytes = p_offset AND offset_bytes + p_size <= size_bytes
      AND parts < 2000 AND file_id IS NULL AND expires_at > instant();
  IF NOT FOUND THEN
    RETURN EXISTS (
      SELECT FROM upload_resumable_part
        WHERE project_id = p_project AND upload_id = p_id AND offset_bytes = p_offset AND object_key = p_key);
  END IF;
  INSERT INTO upload_resumable_part (project_id, upload_id, offset_bytes, size_bytes, object_key) VALUES (p_project, p_id, p_offset, p_size, p_key);
  RETURN true;
END $$;
