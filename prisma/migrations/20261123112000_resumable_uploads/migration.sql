-- Uploads that go on where they were broken off. Their bytes come in parts, each an object with its row; the offset moves with the row of the part, in one
-- transaction, from where whoever sent it believed it to be. What is announced counts to what the project keeps from the beginning to the end, so a project
-- that may not keep a file cannot begin it. A finished one names its file until it ends.

CREATE TABLE upload_resumable (
  project_id   text COLLATE "C" NOT NULL REFERENCES project,
  id           text COLLATE "C" NOT NULL,
  mime_type    text NOT NULL,
  size_bytes   bigint NOT NULL CHECK (size_bytes > 0),
  offset_bytes bigint NOT NULL DEFAULT 0,
  parts        integer NOT NULL DEFAULT 0 CHECK (parts BETWEEN 0 AND 2000), -- however small they are sent
  file_id      text COLLATE "C",
  created_at   timestamptz(3) NOT NULL DEFAULT instant(),
  expires_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  CONSTRAINT upload_resumable_offset CHECK (offset_bytes BETWEEN 0 AND size_bytes),
  CONSTRAINT upload_resumable_file FOREIGN KEY (project_id, file_id) REFERENCES file (project_id, id)
);
CREATE INDEX upload_resumable_end ON upload_resumable (expires_at);

CREATE TABLE upload_resumable_part (
  project_id   text COLLATE "C" NOT NULL,
  upload_id    text COLLATE "C" NOT NULL,
  offset_bytes bigint NOT NULL CHECK (offset_bytes >= 0),
  size_bytes   bigint NOT NULL CHECK (size_bytes > 0),
  object_key   text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, upload_id, offset_bytes),
  CONSTRAINT upload_resumable_part_upload FOREIGN KEY (project_id, upload_id) REFERENCES upload_resumable (project_id, id)
);

-- An upload before its files, and files before their project's count: everybody locks in this order.
CREATE FUNCTION upload_resumable_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.file_id IS NULL THEN moved := moved + NEW.size_bytes; END IF;
  IF TG_OP <> 'INSERT' AND OLD.file_id IS NULL THEN moved := moved - OLD.size_bytes; END IF;
  IF moved > 0 THEN
    INSERT INTO project_storage AS s (project_id, stored_bytes) VALUES (NEW.project_id, moved)
      ON CONFLICT (project_id) DO UPDATE SET stored_bytes = s.stored_bytes + excluded.stored_bytes;
  ELSIF moved < 0 THEN
    UPDATE project_storage SET stored_bytes = stored_bytes + moved WHERE project_id = OLD.project_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER upload_resumable_counted AFTER INSERT OR DELETE OR UPDATE OF file_id ON upload_resumable
  FOR EACH ROW EXECUTE FUNCTION upload_resumable_count();

-- 'open', 'full': the project would keep more than it may, or 'many': it has as many open ones as it may. Exact, however many come at once: counting the
-- new one's bytes locks the project's row until the end.
CREATE FUNCTION upload_resumable_open(
  p_project text, p_id text, p_mime_type text, p_size_bytes bigint, p_stored_max bigint, p_open_max integer, p_lifetime interval
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upload_resumable (project_id, id, mime_type, size_bytes, expires_at)
    VALUES (p_project, p_id, p_mime_type, p_size_bytes, instant() + p_lifetime);
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

-- Whether the part under p_key now is what stands at p_offset: only if nothing does yet, all before it has come, and it fits.
CREATE FUNCTION upload_resumable_append(p_project text, p_id text, p_offset bigint, p_size bigint, p_key text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM object_lock(p_key);
  IF EXISTS (SELECT FROM object_removal AS r WHERE r.object_key = p_key) THEN
    RAISE EXCEPTION 'the object was taken for removal before its row came' USING ERRCODE = 'lock_not_available';
  END IF;
  UPDATE upload_resumable SET offset_bytes = offset_bytes + p_size, parts = parts + 1
    WHERE project_id = p_project AND id = p_id AND offset_bytes = p_offset AND offset_bytes + p_size <= size_bytes
      AND parts < 2000 AND file_id IS NULL AND expires_at > instant();
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO upload_resumable_part (project_id, upload_id, offset_bytes, size_bytes, object_key) VALUES (p_project, p_id, p_offset, p_size, p_key);
  RETURN true;
END $$;

-- Ends one: its row and those of its parts are gone. Returns the objects to remove.
CREATE FUNCTION upload_resumable_remove(p_project text, p_id text) RETURNS TABLE (object_key text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM upload_resumable WHERE project_id = p_project AND id = p_id FOR UPDATE;
  RETURN QUERY DELETE FROM upload_resumable_part WHERE project_id = p_project AND upload_id = p_id RETURNING object_key;
  DELETE FROM upload_resumable WHERE project_id = p_project AND id = p_id;
END $$;

-- Ends one whose time is over, if there is any: whose it was, and its objects.
CREATE FUNCTION upload_resumable_expire() RETURNS TABLE (id text, object_keys text[]) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ended record;
BEGIN
  SELECT u.project_id, u.id INTO ended FROM upload_resumable AS u WHERE u.expires_at <= instant() ORDER BY u.expires_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT ended.id, coalesce(array_agg(r.object_key), '{}') FROM upload_resumable_remove(ended.project_id, ended.id) AS r;
END $$;

-- As before, and a part of an open upload is no orphan.
CREATE OR REPLACE FUNCTION object_take_orphans(p_keys text[]) RETURNS TABLE (object_key text) LANGUAGE plpgsql
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
      CONTINUE WHEN EXISTS (SELECT FROM file AS f WHERE f.project_id = split_part(candidate, '/', 2) AND f.object_key = candidate AND f.deleted_at IS NULL)
        OR (split_part(candidate, '/', 3) = 'resumable' AND EXISTS (
          SELECT FROM upload_resumable_part AS p
            WHERE p.project_id = split_part(candidate, '/', 2) AND p.upload_id = split_part(candidate, '/', 4) AND p.object_key = candidate));
      INSERT INTO object_removal (object_key) VALUES (candidate) ON CONFLICT DO NOTHING;
    END IF;
    object_key := candidate;
    RETURN NEXT;
  END LOOP;
END $$;
