-- Returns the next executions of an endless round over all executions, and advances its cursor.
--
-- Arguments: the number of executions
-- Results: arrays of projects and ids, in their order
-- Locks: the row of keeper_cursor
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_round(p_rows integer, OUT projects text[], OUT ids text[]) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  since text;
BEGIN
  SELECT position INTO since FROM keeper_cursor WHERE name = 'round';
  SELECT array_agg(walked.project_id ORDER BY walked.project_id, walked.id), array_agg(walked.id ORDER BY walked.project_id, walked.id) INTO projects, ids
    FROM (SELECT e.project_id, e.id FROM execution AS e WHERE (e.project_id, e.id) > (split_part(since, ' ', 1), split_part(since, ' ', 2))
          ORDER BY e.project_id, e.id LIMIT p_rows) AS walked;
  UPDATE keeper_cursor SET position = CASE WHEN coalesce(cardinality(ids), 0) = p_rows THEN projects[p_rows] || ' ' || ids[p_rows] ELSE '' END
    WHERE name = 'round';
END $$;
