-- Ends the pauses of executions that wait for a place, because one is free. Each is named with the epoch of the claim that postponed it: a claim ends with one
-- pause, so no later pause is shortened, nor one that counts as an attempt. The rest of the pause is no time of the execution any more.
--
-- Arguments: arrays of equal length: project, id, and the epoch of the claim
-- Results: one row per execution that is due now, also if a repeated call finds it due. Executions that ended or were claimed since are missing
-- Locks: the executions by project and id; rows of execution_job
-- Callers: packages/executions/src/store/worker/give-up.ts
CREATE OR REPLACE FUNCTION execution_wake(p_projects text[], p_ids text[], p_epochs integer[]) RETURNS TABLE (project_id text, id text) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  at timestamptz := instant();
  projects text[];
  ids text[];
BEGIN
  WITH woken AS (
    UPDATE execution AS e SET run_at = least(e.run_at, at),
      max_runtime_seconds = e.max_runtime_seconds - CASE WHEN e.run_at <= at THEN 0
        ELSE execution_unused_wait(e.started_at, to_timestamp((e.history -> -1 ->> 1)::bigint / 1000.0), (e.history -> -1 ->> 3)::integer, at) END
      FROM (SELECT given.* FROM unnest(p_projects, p_ids, p_epochs) AS given (project_id, id, epoch) ORDER BY given.project_id, given.id) AS item
      WHERE e.project_id = item.project_id AND e.id = item.id AND e.epoch = item.epoch AND e.status = 'running' AND e.claim_token IS NULL
        AND e.history -> -1 ->> 0 = 'postponed'
      RETURNING e.project_id, e.id
  ) SELECT array_agg(woken.project_id), array_agg(woken.id) INTO projects, ids FROM woken;
  PERFORM execution_notify_at(projects, ids, '-infinity');
  RETURN QUERY SELECT * FROM unnest(projects, ids);
END $$;
