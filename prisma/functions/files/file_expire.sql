-- Expires files. If the object of a file cannot be removed, the search for objects without a row finds it later.
--
-- Arguments: the maximum number
-- Results: keys of the objects to remove
-- Locks: rows of file, FOR UPDATE, without those that other transactions hold
-- Callers: packages/files/src/store/retention.ts
CREATE OR REPLACE FUNCTION file_expire(p_limit integer) RETURNS TABLE (object_key text) LANGUAGE sql AS $$
  WITH expired AS (
    SELECT f.project_id, f.id FROM file AS f WHERE f.expires_at <= instant() AND f.deleted_at IS NULL ORDER BY f.expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  )
  UPDATE file AS f SET deleted_at = instant() FROM expired WHERE f.project_id = expired.project_id AND f.id = expired.id RETURNING f.object_key;
$$;
