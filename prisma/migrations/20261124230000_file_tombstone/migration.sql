-- A file that was deleted says when and by whom, until its bytes come again; and what the store still has of it is listed apart, so that it never waits for all
-- that has merely expired, and is removed by and by where the store refuses at first.

ALTER TABLE file
  ADD COLUMN content_deleted_at    timestamptz(3),   -- by somebody, before its time
  ADD COLUMN content_deleted_by    text COLLATE "C", -- what kind of somebody
  ADD COLUMN content_deleted_actor text,             -- who, as the issuer of their session names them; null: the service itself
  ADD CONSTRAINT file_tombstone CHECK ((content_deleted_at IS NULL) = (content_deleted_by IS NULL) AND (content_deleted_at IS NULL OR deleted_at IS NOT NULL)) NOT VALID;

-- Objects of deleted files that the store still has. Nobody will refer to one again: the same bytes, uploaded again, are another object.
CREATE TABLE file_removal (
  project_id text COLLATE "C" NOT NULL,
  object_key text COLLATE "C" NOT NULL,
  next_at    timestamptz(3) NOT NULL DEFAULT instant(), -- the first in this order is removed first; what the store refused goes behind the others
  PRIMARY KEY (project_id, object_key)
);

-- Deletes a file, also one that has expired while its object waits for its removal. Returns nothing where the project has none.
CREATE FUNCTION file_delete(p_project text, p_id text, p_by text, p_actor text) RETURNS TABLE (
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

-- As before, and: a new life of the same bytes has no tombstone.
CREATE OR REPLACE FUNCTION file_save_upload(
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
      SET object_key = excluded.object_key, created_at = instant(), expires_at = excluded.expires_at, deleted_at = NULL,
          content_deleted_at = NULL, content_deleted_by = NULL, content_deleted_actor = NULL
      WHERE file.expires_at <= instant() OR file.deleted_at IS NOT NULL;
  RETURN QUERY SELECT * FROM file WHERE project_id = p_project AND sha256 = p_sha256 AND origin = 'upload';
END $$;

-- As before, and: its artifacts say it too.
CREATE OR REPLACE FUNCTION execution_delete_content(p_project text, p_id text, p_by text, p_actor text) RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  e execution;
BEGIN
  SELECT * INTO e FROM execution WHERE project_id = p_project AND id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF e.finished_at IS NULL THEN
    RETURN 'not_finished';
  ELSIF e.content_deleted_at IS NOT NULL THEN
    RETURN 'deleted_before';
  END IF;
  UPDATE execution_step SET result = NULL WHERE project_id = p_project AND execution_id = p_id AND result IS NOT NULL;
  UPDATE file SET expires_at = least(expires_at, instant()), deleted_at = instant(),
                  content_deleted_at = instant(), content_deleted_by = p_by, content_deleted_actor = p_actor
    WHERE project_id = p_project AND execution_id = p_id AND origin = 'artifact' AND deleted_at IS NULL;
  UPDATE execution
    SET plan = execution_plan_without_content(plan), result = NULL, local_steps = execution_steps_without_content(local_steps)::json,
        content_deleted_at = instant(), content_deleted_by = p_by, content_deleted_actor = p_actor
    WHERE project_id = p_project AND id = p_id;
  INSERT INTO execution_content_removal (project_id, execution_id) VALUES (p_project, p_id) ON CONFLICT DO NOTHING;
  RETURN 'deleted';
END $$;

-- As before, and: of each artifact, since when it is deleted, and by whom.
CREATE OR REPLACE FUNCTION execution_read(p_projects text[], p_ids text[]) RETURNS json LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (
    SELECT json_agg(json_build_array(
      e.id, e.project_id, e.tool, e.model, e.status, e.status_reason, e.cancel_requested_at, e.price_version, e.minimum_micros::text,
      e.maximum_micros::text, e.charged_micros::text, e.error, e.review, e.resolve_by, e.created_at, e.started_at, e.finished_at,
      jsonb_path_query_array(e.plan, '$[*].name'), jsonb_path_query_array(e.plan, '$[*].engine'), e.billing, e.result, e.attempts,
      (SELECT json_agg(json_build_array(s.index, s.status, s.attempt, s.started_at, s.finished_at) ORDER BY s.index)
       FROM (SELECT r.index, r.status, r.attempt, r.started_at, r.finished_at FROM execution_step AS r WHERE r.project_id = e.project_id AND r.execution_id = e.id
             UNION ALL
             SELECT * FROM json_to_recordset(e.local_steps) AS l (index integer, status text, attempt integer, "startedAt" timestamptz, "finishedAt" timestamptz)) AS s),
      (SELECT json_agg(artifact) FROM (
         SELECT f.id, f.mime_type, f.size_bytes, encode(f.sha256, 'hex') AS sha256, f.created_at, f.expires_at, f.width,
                f.height, f.duration_seconds, f.content_deleted_at, f.content_deleted_by
         FROM file AS f WHERE f.project_id = e.project_id AND f.execution_id = e.id AND f.origin = 'artifact' ORDER BY f.step, f.position) AS artifact),
      e.content_deleted_at, e.content_deleted_by))
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id);
END $$;
