-- Registers an upload like file_save_upload, unless the project or its organization would exceed its storage quota. If this call was repeated after a lost
-- response, the upload is registered and stays, whatever was stored since.
--
-- Arguments: the storage quota of the project in bytes, that of its organization; then those of file_save_upload
-- Results: the file; no row if a quota would be exceeded
-- Locks: those of file_save_upload, then the project's row of project_storage, then those of storage_is_over
-- Callers: packages/files/src/store/files.ts
CREATE OR REPLACE FUNCTION file_save_upload_within(
  p_stored_max bigint, p_organization_max bigint, p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer,
  p_height integer, p_duration_seconds double precision, p_object_key text, p_retention interval
) RETURNS SETOF file LANGUAGE plpgsql AS $$
DECLARE
  is_repeated boolean := EXISTS (
    SELECT FROM file WHERE project_id = p_project AND sha256 = p_sha256 AND origin = 'upload' AND object_key = p_object_key);
  saved file;
BEGIN
  SELECT * INTO saved FROM file_save_upload(p_id, p_project, p_sha256, p_mime_type, p_size_bytes, p_width, p_height, p_duration_seconds,
                                            p_object_key, p_retention);
  IF NOT is_repeated AND saved.object_key = p_object_key AND storage_is_over(p_project, p_stored_max, p_organization_max) THEN
    RAISE EXCEPTION USING ERRCODE = 'TGQ01';
  END IF;
  RETURN NEXT saved;
EXCEPTION WHEN SQLSTATE 'TGQ01' THEN
  RETURN;
END $$;

-- Gateways of the previous release know no quota of an organization.
CREATE OR REPLACE FUNCTION file_save_upload_within(
  p_stored_max bigint, p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer, p_height integer,
  p_duration_seconds double precision, p_object_key text, p_retention interval
) RETURNS SETOF file LANGUAGE sql AS $$
  SELECT * FROM file_save_upload_within(p_stored_max, 9223372036854775807, p_id, p_project, p_sha256, p_mime_type, p_size_bytes, p_width, p_height,
                                        p_duration_seconds, p_object_key, p_retention);
$$;
