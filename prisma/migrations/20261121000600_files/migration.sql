-- Files: uploads and artifacts as rows. The bytes are in the object store, written before the row and removed after it.

-- Registers an upload whose object is stored under p_object_key. One row for the same bytes in the same project, for ever:
-- while it is retrievable nothing changes; after that a new retention period begins under the same id, with the new object.
-- Returns the file as it stands; when its object_key is another, the caller's object is not needed.
CREATE FUNCTION file_save_upload(
  p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer, p_height integer,
  p_duration_seconds double precision, p_object_key text, p_retention interval
) RETURNS SETOF file LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file (id, project_id, origin, sha256, mime_type, size_bytes, width, height, duration_seconds, object_key, expires_at)
    VALUES (p_id, p_project, 'upload', p_sha256, p_mime_type, p_size_bytes, p_width, p_height, p_duration_seconds, p_object_key, now() + p_retention)
    ON CONFLICT (project_id, sha256) WHERE origin = 'upload' DO UPDATE
      SET object_key = excluded.object_key, created_at = now(), expires_at = excluded.expires_at, deleted_at = NULL
      WHERE file.expires_at <= now() OR file.deleted_at IS NOT NULL;
  RETURN QUERY SELECT * FROM file WHERE project_id = p_project AND sha256 = p_sha256 AND origin = 'upload';
END $$;

-- Takes up to p_limit expired files out of use and returns the objects to remove. A file whose object could not be removed is
-- found again by the search for objects without a row.
CREATE FUNCTION file_expire(p_limit integer) RETURNS TABLE (object_key text) LANGUAGE sql AS $$
  WITH expired AS (
    SELECT f.id FROM file AS f WHERE f.expires_at <= now() AND f.deleted_at IS NULL ORDER BY f.expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  )
  UPDATE file AS f SET deleted_at = now() FROM expired WHERE f.id = expired.id RETURNING f.object_key;
$$;
