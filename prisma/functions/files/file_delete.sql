-- Deletes a file and leaves a tombstone. Also works for an expired file whose object is not removed yet.
--
-- Arguments: project, id, the kind of actor, and the actor
-- Results: the file before the deletion; no row if the project has no such file
-- Locks: the row of the file, then that of project_storage
-- Callers: packages/files/src/store/delete.ts
CREATE OR REPLACE FUNCTION file_delete(p_project text, p_id text, p_by text, p_actor text) RETURNS TABLE (
  mime_type text, size_bytes bigint, origin text, execution_id text, created_at timestamptz, expired_at timestamptz, deleted_at timestamptz
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  f file;
BEGIN
  SELECT * INTO f FROM file WHERE project_id = p_project AND id = p_id AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE file SET expires_at = least(expires_at, instant()), deleted_at = instant(),
                  content_deleted_at = instant(), content_deleted_by = p_by, content_deleted_actor = p_actor
    WHERE project_id = p_project AND id = p_id;
  INSERT INTO file_removal (project_id, object_key) VALUES (p_project, f.object_key) ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT f.mime_type, f.size_bytes, f.origin, f.execution_id, f.created_at::timestamptz, f.expires_at::timestamptz, instant()::timestamptz;
END $$;
