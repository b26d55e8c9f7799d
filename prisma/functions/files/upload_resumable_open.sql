-- Opens a resumable upload. If it was opened under this id before, the call was repeated after a lost response, and the upload is open. Quotas and numbers are
-- exact under concurrent uploads, because storage_is_over comes first.
--
-- Arguments: project, id, type, size, the storage quota of the project in bytes, that of its organization, the maximum number of open uploads of the project,
--   that of its organization, the lifetime
-- Results: `open`; `full`: a quota would be exceeded; `many`: the project or its organization has the maximum number of open uploads
-- Locks: the new row, then the project's row of project_storage, then those of storage_is_over
-- Callers: packages/files/src/store/resumable.ts
CREATE OR REPLACE FUNCTION upload_resumable_open(
  p_project text, p_id text, p_mime_type text, p_size_bytes bigint, p_stored_max bigint, p_organization_max bigint, p_open_max integer,
  p_organization_open_max integer, p_lifetime interval
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upload_resumable (project_id, id, mime_type, size_bytes, expires_at)
    VALUES (p_project, p_id, p_mime_type, p_size_bytes, instant() + p_lifetime) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'open'; END IF;
  IF storage_is_over(p_project, p_stored_max, p_organization_max) THEN RAISE EXCEPTION USING ERRCODE = 'TGQ01'; END IF;
  IF (SELECT count(*) FROM upload_resumable WHERE project_id = p_project AND file_id IS NULL) > p_open_max
     OR (SELECT count(*) FROM project AS own JOIN project AS p ON p.organization_id = own.organization_id
         JOIN upload_resumable AS u ON u.project_id = p.id WHERE own.id = p_project AND u.file_id IS NULL) > p_organization_open_max THEN
    RAISE EXCEPTION USING ERRCODE = 'TGQ02';
  END IF;
  RETURN 'open';
EXCEPTION
  WHEN SQLSTATE 'TGQ01' THEN RETURN 'full';
  WHEN SQLSTATE 'TGQ02' THEN RETURN 'many';
END $$;

-- Gateways of the previous release know no limits of an organization.
CREATE OR REPLACE FUNCTION upload_resumable_open(
  p_project text, p_id text, p_mime_type text, p_size_bytes bigint, p_stored_max bigint, p_open_max integer, p_lifetime interval
) RETURNS text LANGUAGE sql AS $$
  SELECT upload_resumable_open(p_project, p_id, p_mime_type, p_size_bytes, p_stored_max, 9223372036854775807, p_open_max, 2147483647, p_lifetime);
$$;
