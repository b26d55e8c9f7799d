-- The prices for gateways: tables and terms that changed after a revision and did not end more than an hour ago; the server's timeline, because a server that
-- lost commits has lost revisions; and its clock.
--
-- Arguments: the last revision that the gateway knows
-- Results: JSON {timeline, atMs, tables, terms}
-- Locks: none
-- Callers: packages/prices/src/store/changes.ts
CREATE OR REPLACE FUNCTION price_changes(p_after bigint) RETURNS json LANGUAGE sql VOLATILE AS $$
  SELECT json_build_object(
    'timeline', server_timeline(),
    'atMs', floor(extract(epoch FROM clock_timestamp()) * 1000),
    'tables', (SELECT coalesce(json_agg(json_build_object('version', version, 'revision', revision, 'prices', prices, 'isCancelled', cancelled_at IS NOT NULL,
                 'effectiveMs', extract(epoch FROM effective_at) * 1000, 'supersededMs', extract(epoch FROM superseded_at) * 1000)), '[]')
               FROM price_table WHERE revision > p_after AND coalesce(superseded_at > clock_timestamp() - interval '1 hour', true)),
    'terms', (SELECT coalesce(json_agg(json_build_object('projectId', project_id, 'version', version, 'revision', revision, 'terms', terms,
                'isCancelled', cancelled_at IS NOT NULL,
                'effectiveMs', extract(epoch FROM effective_at) * 1000, 'supersededMs', extract(epoch FROM superseded_at) * 1000)), '[]')
              FROM project_price_terms WHERE revision > p_after AND coalesce(superseded_at > clock_timestamp() - interval '1 hour', true)));
$$;
