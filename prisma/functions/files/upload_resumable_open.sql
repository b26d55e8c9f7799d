-- Opens a resumable upload. If it was opened under this id before, the call was repeated after a lost response, and the upload is open. The quota is exact
-- under concurrent uploads: each locks the project's row until its transaction ends.
--
-- Arguments: project, id, type, size, the storage quota in bytes, the maximum number of open uploads, the lifetime
-- Results: `open`; `full`: the quota would be exceeded; `many`: the project has the maximum number of open uploads
-- Locks: the new row, then the project's row of project_storage
-- Callers: packages/files/src/store/resumable.ts
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
