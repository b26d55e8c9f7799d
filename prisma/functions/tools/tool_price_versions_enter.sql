-- Records the price versions of accepted requests that use own tools: each stands for the table and the terms of its base version.
--
-- Arguments: a JSON array with one object per request: price_version; and base_price_version, if it uses own tools
-- Results: nothing
-- Locks: none that lasts; a version that another transaction enters at the moment is waited for
-- Callers: batch_accept, execution_accept_quoted
CREATE OR REPLACE FUNCTION tool_price_versions_enter(p_requests jsonb) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO price_version (version, table_version, terms_version)
    SELECT DISTINCT ON (r.price_version) r.price_version, base.table_version, base.terms_version
    FROM jsonb_to_recordset(p_requests) AS r (price_version text, base_price_version text)
    JOIN price_version AS base ON base.version = r.base_price_version
    WHERE NOT EXISTS (SELECT FROM price_version AS known WHERE known.version = r.price_version)
    ORDER BY r.price_version
    ON CONFLICT DO NOTHING;
$$;
