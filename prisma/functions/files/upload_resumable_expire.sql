-- Ends one expired resumable upload, if there is any.
--
-- Arguments: none
-- Results: its id and the keys of its objects
-- Locks: the row of the upload, unless another transaction holds it
-- Callers: packages/files/src/store/resumable.ts
CREATE OR REPLACE FUNCTION upload_resumable_expire() RETURNS TABLE (id text, object_keys text[]) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ended record;
BEGIN
  SELECT u.project_id, u.id INTO ended FROM upload_resumable AS u WHERE u.expires_at <= instant() ORDER BY u.expires_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT ended.id, coalesce(array_agg(r.object_key), '{}') FROM upload_resumable_remove(ended.project_id, ended.id) AS r;
END $$;
