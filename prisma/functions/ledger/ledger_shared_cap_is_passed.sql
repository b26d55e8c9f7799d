-- Whether the current holds exceed the cap of an organization or of a key. Part of execution_insert.
--
-- Arguments: arrays of equal length: project and lineage; the time of the acceptance
-- Results: true or false
-- Locks: ledger_lock_organizations
-- Callers: execution_insert
CREATE OR REPLACE FUNCTION ledger_shared_cap_is_passed(p_projects text[], p_lineages text[], p_at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_lock_organizations(p_projects);
  -- New statements, so that they see rows that were committed while this one waited for locks.
  IF EXISTS (SELECT FROM (SELECT DISTINCT p.organization_id FROM project AS p WHERE p.id = ANY (p_projects) AND p.environment = 'live') AS o
             WHERE ledger_organization_left(o.organization_id, p_at) < 0) THEN
    RETURN true;
  END IF;
  RETURN EXISTS (SELECT FROM (SELECT DISTINCT * FROM unnest(p_projects, p_lineages) AS each (project_id, lineage)) AS k
                 WHERE ledger_key_left(k.project_id, k.lineage, p_at) < 0);
END $$;
