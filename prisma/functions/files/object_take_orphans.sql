-- Marks objects without a row for removal, if no row can refer to them any more. Each run of a step writes the same artifact keys, so artifacts are left alone
-- until their execution has ended: no row is written after that. A part of an open resumable upload is no orphan. Every other key is used once, and either
-- its row or its removal wins.
--
-- Arguments: keys of objects in the store
-- Results: the keys that may be removed
-- Locks: object_lock of each, in the order of keys
-- Callers: packages/files/src/store/retention.ts
CREATE OR REPLACE FUNCTION object_take_orphans(p_keys text[]) RETURNS TABLE (object_key text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  candidate text;
BEGIN
  DELETE FROM object_removal WHERE taken_at < instant() - interval '7 days'; -- no request is as slow
  FOR candidate IN
    SELECT key FROM unnest(p_keys) AS key
    WHERE NOT EXISTS (SELECT FROM file AS f WHERE f.project_id = split_part(key, '/', 2) AND f.object_key = key AND f.deleted_at IS NULL) ORDER BY key
  LOOP
    IF split_part(candidate, '/', 3) = 'executions' THEN
      CONTINUE WHEN EXISTS (SELECT FROM execution AS e WHERE e.project_id = split_part(candidate, '/', 2) AND e.id = split_part(candidate, '/', 4) AND e.finished_at IS NULL)
        OR EXISTS (SELECT FROM file AS f WHERE f.project_id = split_part(candidate, '/', 2) AND f.object_key = candidate AND f.deleted_at IS NULL);
    ELSE
      PERFORM object_lock(candidate);
      CONTINUE WHEN EXISTS (SELECT FROM file AS f WHERE f.project_id = split_part(candidate, '/', 2) AND f.object_key = candidate AND f.deleted_at IS NULL)
        OR (split_part(candidate, '/', 3) = 'resumable' AND EXISTS (
          SELECT FROM upload_resumable_part AS p
            WHERE p.project_id = split_part(candidate, '/', 2) AND p.upload_id = split_part(candidate, '/', 4) AND p.object_key = candidate));
      INSERT INTO object_removal (object_key) VALUES (candidate) ON CONFLICT DO NOTHING;
    END IF;
    object_key := candidate;
    RETURN NEXT;
  END LOOP;
END $$;
