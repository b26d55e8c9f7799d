-- Returns whether the current holds exceed a monthly cap of a project, an organization or a key. A part of execution_is_held.
--
-- Arguments: arrays of equal length: project and lineage of each execution; the time of the acceptance
-- Results: true or false
-- Locks: ledger_lock_organizations, if a cap applies that several projects or keys share
-- Callers: execution_is_held
CREATE OR REPLACE FUNCTION ledger_cap_is_passed(p_projects text[], p_lineages text[], p_at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  is_reached boolean; -- of a project
  is_shared boolean;
BEGIN
  SELECT bool_or(project.monthly_cap_micros < coalesce(usage.charged_micros, 0) + account.held_micros),
         bool_or(organization.monthly_cap_micros IS NOT NULL AND project.environment = 'live') OR EXISTS (SELECT FROM ledger_key_cap)
    INTO is_reached, is_shared
    FROM (SELECT DISTINCT project_id FROM unnest(p_projects) AS each (project_id)) AS each
    JOIN ledger_account AS account ON account.project_id = each.project_id JOIN project ON project.id = each.project_id
    JOIN organization ON organization.id = project.organization_id
    LEFT JOIN usage_month AS usage ON usage.project_id = each.project_id AND usage.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date;
  IF is_reached OR is_shared IS NOT TRUE THEN
    RETURN coalesce(is_reached, false);
  END IF;
  PERFORM ledger_lock_organizations(p_projects);
  -- New statements, so they see what committed while this one waited.
  IF EXISTS (SELECT FROM (SELECT DISTINCT p.organization_id FROM project AS p WHERE p.id = ANY (p_projects) AND p.environment = 'live') AS o
             WHERE ledger_organization_left(o.organization_id, p_at) < 0) THEN
    RETURN true;
  END IF;
  RETURN EXISTS (SELECT FROM (SELECT DISTINCT * FROM unnest(p_projects, p_lineages) AS each (project_id, lineage)) AS k
                 WHERE ledger_key_left(k.project_id, k.lineage, p_at) < 0);
END $$;
