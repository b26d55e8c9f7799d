-- Stores when keys were last used, with at most one write per key and minute over all gateways.
--
-- Arguments: arrays of equal length: projects and ids of keys; pairs that do not exist are ignored
-- Results: nothing
-- Locks: rows of api_key_use, in the order of project and key
-- Callers: packages/identity/src/keys/store/uses.ts
CREATE OR REPLACE FUNCTION api_key_used(p_projects text[], p_keys text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO api_key_use AS u (project_id, key_id, used_at)
    SELECT DISTINCT k.project_id, k.id, instant()
      FROM unnest(p_projects, p_keys) AS item (project_id, id) JOIN api_key AS k ON k.project_id = item.project_id AND k.id = item.id
      ORDER BY k.project_id, k.id
    ON CONFLICT (project_id, key_id) DO UPDATE SET used_at = excluded.used_at WHERE u.used_at <= excluded.used_at - interval '1 minute';
$$;
