-- Registers an upload whose object is stored. The same bytes in the same project always have one row. While the file is retrievable, nothing changes; after
-- that a new retention period begins under the same id, with the new object and without the tombstone.
--
-- Arguments: id, project, SHA-256, type, size, width, height, duration, key of the object, retention
-- Results: the stored file; if its object_key differs, the caller's object is not needed. Raises lock_not_available (55P03) if the object was marked for
--   removal before its row was written
-- Locks: object_lock, then the row of the file
-- Callers: file_save_upload_within
CREATE OR REPLACE FUNCTION file_save_upload(
  p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer, p_height integer,
  p_duration_seconds double precision, p_object_key text, p_retention interval
) RETURNS SETOF file LANGUAGE plpgsql AS $$
BEGIN
  PERFORM object_lock(p_object_key);
  IF EXISTS (SELECT FROM object_removal AS r WHERE r.object_key = p_object_key) THEN
    RAISE EXCEPTION 'the object was taken for removal before its row came' USING ERRCODE = 'lock_not_available';
  END IF;
  INSERT INTO file (id, project_id, origin, sha256, mime_type, size_bytes, width, height, duration_seconds, object_key, expires_at)
    VALUES (p_id, p_project, 'upload', p_sha256, p_mime_type, p_size_bytes, p_width, p_height, p_duration_seconds, p_object_key, instant() + p_retention)
    ON CONFLICT (project_id, sha256) WHERE origin = 'upload' DO UPDATE
      SET object_key = excluded.object_key, created_at = instant(), expires_at = excluded.expires_at, deleted_at = NULL,
          content_deleted_at = NULL, content_deleted_by = NULL, content_deleted_actor = NULL
      WHERE file.expires_at <= instant() OR file.deleted_at IS NOT NULL;
  RETURN QUERY SELECT * FROM file WHERE project_id = p_project AND sha256 = p_sha256 AND origin = 'upload';
END $$;
