-- Updates the stored bytes of each project by the files that the statement has written or changed.
--
-- Arguments: none (trigger; the rows as `added`, or as `before` and `after`)
-- Results: null
-- Locks: rows of project_storage in the order of project_id; before accounts, which a settlement locks later, so there is no cycle
-- Callers: trigger file_storage_added on file, trigger file_storage_moved on file
CREATE OR REPLACE FUNCTION project_storage_count() RETURNS trigger LANGUAGE plpgsql
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

CREATE OR REPLACE TRIGGER file_storage_added AFTER INSERT ON file REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION project_storage_count();
CREATE OR REPLACE TRIGGER file_storage_moved AFTER UPDATE ON file REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION project_storage_count();
