-- How far the running step of an execution is, where its worker knows: for whoever polls, and for nothing else. Unlogged, because losing it
-- costs nothing: it is told again within a second, and nobody decides by it. What was not told for a minute is stale, and removed by the next.
CREATE UNLOGGED TABLE execution_progress (
  project_id text NOT NULL,
  execution_id text NOT NULL,
  step integer NOT NULL,
  progress double precision NOT NULL CHECK (progress BETWEEN 0 AND 1),
  told_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, execution_id)
);

-- p_items: JSON array of {projectId, id, claimToken, step, progress}. A claim that was lost tells nothing.
CREATE FUNCTION execution_tell_progress(p_items jsonb) RETURNS void LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  DELETE FROM execution_progress WHERE told_at < instant() - interval '1 minute';
  INSERT INTO execution_progress AS told (project_id, execution_id, step, progress, told_at)
    SELECT item."projectId", item.id, item.step, item.progress, instant()
    FROM jsonb_to_recordset(p_items) AS item ("projectId" text, id text, "claimToken" uuid, step integer, progress double precision)
    JOIN execution AS e ON e.project_id = item."projectId" AND e.id = item.id AND e.claim_token = item."claimToken" AND e.status = 'running'
    ON CONFLICT (project_id, execution_id) DO UPDATE SET step = excluded.step, progress = excluded.progress, told_at = excluded.told_at;
$$;
