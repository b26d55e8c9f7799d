-- How many bytes each project keeps: a row a project, moved by every change of its files, so that nobody ever counts them. Uploads are
-- refused above a quota; artifacts are counted and never refused, because they were paid for.

CREATE TABLE project_storage (
  project_id   text COLLATE "C" PRIMARY KEY REFERENCES project,
  stored_bytes bigint NOT NULL CHECK (stored_bytes >= 0)
) WITH (fillfactor = 50);

-- Adds what the statement's files keep now, less what they kept before. Projects in one order for everybody, and before their
-- accounts, which a settlement locks later: there is no cycle.
CREATE FUNCTION project_storage_count() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO project_storage AS s (project_id, stored_bytes)
      SELECT project_id, sum(size_bytes) FROM added WHERE deleted_at IS NULL GROUP BY project_id ORDER BY project_id
      ON CONFLICT (project_id) DO UPDATE SET stored_bytes = s.stored_bytes + excluded.stored_bytes;
  ELSE
    UPDATE project_storage AS s SET stored_bytes = s.stored_bytes + moved.bytes
      FROM (SELECT project_id, sum(bytes) AS bytes FROM (
              SELECT project_id, size_bytes AS bytes FROM after WHERE deleted_at IS NULL
              UNION ALL SELECT project_id, -size_bytes FROM before WHERE deleted_at IS NULL) AS each
            GROUP BY project_id HAVING sum(bytes) <> 0 ORDER BY project_id) AS moved
      WHERE s.project_id = moved.project_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER file_storage_added AFTER INSERT ON file REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION project_storage_count();
CREATE TRIGGER file_storage_moved AFTER UPDATE ON file REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION project_storage_count();

-- As file_save_upload, unless the project would keep more than p_stored_max: then nothing is registered and nothing returned. Exact,
-- however many uploads come at once, because counting one locks the project's row. A file before its project, as everybody does.
CREATE FUNCTION file_save_upload_within(
  p_stored_max bigint, p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer, p_height integer,
  p_duration_seconds double precision, p_object_key text, p_retention interval
) RETURNS SETOF file LANGUAGE plpgsql AS $$
DECLARE
  saved file;
BEGIN
  SELECT * INTO saved FROM file_save_upload(p_id, p_project, p_sha256, p_mime_type, p_size_bytes, p_width, p_height, p_duration_seconds,
                                            p_object_key, p_retention);
  IF saved.object_key = p_object_key AND EXISTS (SELECT FROM project_storage WHERE project_id = p_project AND stored_bytes > p_stored_max) THEN
    RAISE EXCEPTION USING ERRCODE = 'TGQ01';
  END IF;
  RETURN NEXT saved;
EXCEPTION WHEN SQLSTATE 'TGQ01' THEN
  RETURN;
END $$;
