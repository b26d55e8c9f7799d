-- Returns the next batches of an endless round over all batches, and advances its cursor.
--
-- Arguments: the number of batches
-- Results: arrays of projects and ids, in their order
-- Locks: the row of keeper_cursor
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_batch_round(p_rows integer, OUT projects text[], OUT ids text[]) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  stood text;
BEGIN
  SELECT position INTO stood FROM keeper_cursor WHERE name = 'batches';
  SELECT array_agg(walked.project_id ORDER BY walked.project_id, walked.id), array_agg(walked.id ORDER BY walked.project_id, walked.id) INTO projects, ids
    FROM (SELECT b.project_id, b.id FROM batch AS b WHERE (b.project_id, b.id) > (split_part(stood, ' ', 1), split_part(stood, ' ', 2))
          ORDER BY b.project_id, b.id LIMIT p_rows) AS walked;
  UPDATE keeper_cursor SET position = CASE WHEN coalesce(cardinality(ids), 0) = p_rows THEN projects[p_rows] || ' ' || ids[p_rows] ELSE '' END
    WHERE name = 'batches';
END $$;
