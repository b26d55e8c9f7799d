-- Returns the next checkouts of an endless round over all checkouts, and advances its cursor.
--
-- Arguments: the number of checkouts
-- Results: arrays of projects and ids, in their order
-- Locks: the row of keeper_cursor
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_checkouts(p_rows integer, OUT projects text[], OUT ids text[]) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  stood text;
BEGIN
  SELECT position INTO stood FROM keeper_cursor WHERE name = 'checkouts';
  SELECT array_agg(walked.project_id ORDER BY walked.project_id, walked.id), array_agg(walked.id ORDER BY walked.project_id, walked.id) INTO projects, ids
    FROM (SELECT c.project_id, c.id FROM checkout AS c WHERE (c.project_id, c.id) > (split_part(stood, ' ', 1), split_part(stood, ' ', 2))
          ORDER BY c.project_id, c.id LIMIT p_rows) AS walked;
  UPDATE keeper_cursor SET position = CASE WHEN coalesce(cardinality(ids), 0) = p_rows THEN projects[p_rows] || ' ' || ids[p_rows] ELSE '' END
    WHERE name = 'checkouts';
END $$;
