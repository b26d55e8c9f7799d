-- Whether a project or its organization stores more than its quota. Exact under concurrent uploads: the caller has changed the project's row of
-- project_storage in this transaction, so no other upload of the project is between its change and this look; nor is one of the organization, whose row
-- this locks.
--
-- Arguments: the project, its storage quota in bytes, that of its organization for all its projects together
-- Results: true if one of the two is exceeded
-- Locks: the row of organization, FOR NO KEY UPDATE; after the row of project_storage
-- Callers: file_save_upload_within, upload_resumable_open
CREATE OR REPLACE FUNCTION storage_is_over(p_project text, p_stored_max bigint, p_organization_max bigint) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off AS $$
DECLARE
  tenant text := (SELECT organization_id FROM project WHERE id = p_project);
BEGIN
  IF EXISTS (SELECT FROM project_storage WHERE project_id = p_project AND stored_bytes > p_stored_max) THEN RETURN true; END IF;
  PERFORM 1 FROM organization WHERE id = tenant FOR NO KEY UPDATE;
  RETURN coalesce((SELECT sum(s.stored_bytes) FROM project AS p JOIN project_storage AS s ON s.project_id = p.id
                   WHERE p.organization_id = tenant), 0) > p_organization_max;
END $$;
