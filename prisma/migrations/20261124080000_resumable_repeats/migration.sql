-- Both are repeated where a reply was lost, and answer as they did before: a part that stands there already under its key was kept, so its object is not
-- removed as one that nobody names; an upload that was opened under this id is open.

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

CREATE OR REPLACE FUNCTION upload_resumable_open(
  p_project text, p_id text, p_mime_type text, p_size_bytes bigint, p_stored_max bigint, p_open_max integer, p_lifetime interval
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upload_resumable (project_id, id, mime_type, size_bytes, expires_at)
    VALUES (p_project, p_id, p_mime_type, p_size_bytes, instant() + p_lifetime) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'open'; END IF;
  IF EXISTS (SELECT FROM project_storage WHERE project_id = p_project AND stored_bytes > p_stored_max) THEN
    RAISE EXCEPTION USING ERRCODE = 'TGQ01';
  END IF;
  IF (SELECT count(*) FROM upload_resumable WHERE project_id = p_project AND file_id IS NULL) > p_open_max THEN
    RAISE EXCEPTION USING ERRCODE = 'TGQ02';
  END IF;
  RETURN 'open';
EXCEPTION
  WHEN SQLSTATE 'TGQ01' THEN RETURN 'full';
  WHEN SQLSTATE 'TGQ02' THEN RETURN 'many';
END $$;
