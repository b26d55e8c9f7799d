-- The first 50 tools that changed after a revision, each with its active version, and the server's timeline, because a server that lost commits has lost
-- revisions. A manifest has up to 256 KiB: all of them in one value took longer than a reader waits.
--
-- Arguments: the last revision that the reader knows
-- Results: JSON {timeline, tools}, in the order of revisions; no tools: the reader knows all
-- Locks: none
-- Callers: packages/tools/src/store/changes.ts
CREATE OR REPLACE FUNCTION tool_changes(p_after bigint) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'timeline', server_timeline(),
    'tools', (SELECT coalesce(json_agg(json_build_object('name', t.name, 'revision', t.revision, 'isRetired', t.retired_at IS NOT NULL,
                'active', CASE WHEN v.version IS NOT NULL THEN json_build_object('version', v.version, 'digest', v.digest, 'manifest', v.manifest) END)
                ORDER BY t.revision), '[]')
              FROM (SELECT * FROM tool WHERE revision > p_after ORDER BY revision LIMIT 50) AS t
              LEFT JOIN tool_version AS v ON v.name = t.name AND v.version = t.active_version));
$$;
