-- Files: uploads and artifacts as rows. The bytes are in the object store, written before the row and removed after it.

-- Objects that the search for orphans has taken for removal. No row may begin to refer to one: whoever put it was too slow, and puts
-- it again under another key.
CREATE TABLE object_removal (
  object_key text COLLATE "C" PRIMARY KEY,
  taken_at   timestamptz(3) NOT NULL DEFAULT instant()
);

-- Between the look for a row and the removal of its object nobody else decides about this key.
CREATE FUNCTION object_lock(p_key text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(p_key, 0));
$$;

-- Of these objects without a row, those that nobody will refer to any more, now taken for removal. An artifact's key is the same each
-- time its step is run, so it is left alone until its execution has ended, which is final: no row comes after that. Any other
-- key is used once, and belongs to whoever comes first, the row or the removal.
CREATE FUNCTION object_take_orphans(p_keys text[]) RETURNS TABLE (object_key text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  candidate text;
BEGIN
  DELETE FROM object_removal WHERE taken_at < instant() - interval '7 days'; -- no request is as slow
  FOR candidate IN
    SELECT key FROM unnest(p_keys) AS key
    WHERE NOT EXISTS (SELECT FROM file AS f WHERE f.project_id = split_part(key, '/', 2) AND f.object_key = key AND f.deleted_at IS NULL) ORDER BY key
  LOOP
    IF split_part(candidate, '/', 3) = 'executions' THEN
      CONTINUE WHEN EXISTS (SELECT FROM execution AS e WHERE e.project_id = split_part(candidate, '/', 2) AND e.id = split_part(candidate, '/', 4) AND e.finished_at IS NULL)
        OR EXISTS (SELECT FROM file AS f WHERE f.project_id = split_part(candidate, '/', 2) AND f.object_key = candidate AND f.deleted_at IS NULL);
    ELSE
      PERFORM object_lock(candidate);
      CONTINUE WHEN EXISTS (SELECT FROM file AS f WHERE f.project_id = split_part(candidate, '/', 2) AND f.object_key = candidate AND f.deleted_at IS NULL);
      INSERT INTO object_removal (object_key) VALUES (candidate) ON CONFLICT DO NOTHING;
    END IF;
    object_key := candidate;
    RETURN NEXT;
  END LOOP;
END $$;

-- Registers an upload whose object is stored under p_object_key. One row for the same bytes in the same project, for ever:
-- while it is retrievable nothing changes; after that a new retention period begins under the same id, with the new object.
-- Returns the file as it stands; when its object_key is another, the caller's object is not needed.
CREATE FUNCTION file_save_upload(
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
      SET object_key = excluded.object_key, created_at = instant(), expires_at = excluded.expires_at, deleted_at = NULL
      WHERE file.expires_at <= instant() OR file.deleted_at IS NOT NULL;
  RETURN QUERY SELECT * FROM file WHERE project_id = p_project AND sha256 = p_sha256 AND origin = 'upload';
END $$;

-- Takes up to p_limit expired files out of use and returns the objects to remove. A file whose object could not be removed is
-- found again by the search for objects without a row.
CREATE FUNCTION file_expire(p_limit integer) RETURNS TABLE (object_key text) LANGUAGE sql AS $$
  WITH expired AS (
    SELECT f.project_id, f.id FROM file AS f WHERE f.expires_at <= instant() AND f.deleted_at IS NULL ORDER BY f.expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  )
  UPDATE file AS f SET deleted_at = instant() FROM expired WHERE f.project_id = expired.project_id AND f.id = expired.id RETURNING f.object_key;
$$;
