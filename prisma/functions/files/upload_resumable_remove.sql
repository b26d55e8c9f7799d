-- Ends a resumable upload: removes its row and the rows of its parts.
--
-- Arguments: project, id
-- Results: keys of the objects to remove
-- Locks: the row of the upload, FOR UPDATE
-- Callers: upload_resumable_expire, packages/files/src/store/resumable.ts
CREATE OR REPLACE FUNCTION upload_resumable_remove(p_project text, p_id text) RETURNS TABLE (object_key text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM upload_resumable WHERE project_id = p_project AND id = p_id FOR UPDATE;
  RETURN QUERY DELETE FROM upload_resumable_part WHERE project_id = p_project AND upload_id = p_id RETURNING object_key;
  DELETE FROM upload_resumable WHERE project_id = p_project AND id = p_id;
END $$;
