-- Stores the progress of running steps under valid claims only. Removes progress that was not updated for a minute.
--
-- Arguments: JSON array of {projectId, id, claimToken, step, progress}
-- Results: nothing
-- Locks: rows of execution_progress
-- Callers: packages/executions/src/store/progress.ts
CREATE OR REPLACE FUNCTION execution_tell_progress(p_items jsonb) RETURNS void LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  DELETE FROM execution_progress WHERE told_at < instant() - interval '1 minute';
  INSERT INTO execution_progress AS told (project_id, execution_id, step, progress, told_at)
    SELECT item."projectId", item.id, item.step, item.progress, instant()
    FROM jsonb_to_recordset(p_items) AS item ("projectId" text, id text, "claimToken" uuid, step integer, progress double precision)
    JOIN execution AS e ON e.project_id = item."projectId" AND e.id = item.id AND e.claim_token = item."claimToken" AND e.status = 'running'
    ON CONFLICT (project_id, execution_id) DO UPDATE SET step = excluded.step, progress = excluded.progress, told_at = excluded.told_at;
$$;
