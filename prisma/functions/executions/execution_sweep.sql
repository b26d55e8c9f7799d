-- Returns executions that need the keeper's attention, longest due first. If a worker must claim the execution (its lease has expired, the next lookup of its
-- review is due, or it is due), sets the earliest time of the next wake-up, with a backoff that doubles from 5 s to at most 20 s, so that all are notified
-- again within 30 s of a queue's return; the caller notifies the queue of each. Puts the other executions off until they are due, for at most a minute. Any
-- number of keepers may sweep at once.
--
-- Arguments: the maximum number
-- Results: one row per execution whose queue is to be notified
-- Locks: rows of execution_job and execution, without those that other transactions hold
-- Callers: packages/executions/src/store/sweep.ts
CREATE OR REPLACE FUNCTION execution_sweep(p_limit integer) RETURNS TABLE (project_id text, id text, engine text, epoch integer) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  at timestamptz := instant();
BEGIN
  PERFORM execution_mend_times(p_limit);
  RETURN QUERY
  WITH looked_at AS (
    SELECT j.project_id, j.engine, j.id, e.notified, coalesce(e.leased_until, e.review_at, e.run_at) AS due
    FROM execution_job AS j JOIN execution AS e ON e.project_id = j.project_id AND e.id = j.id
    WHERE j.notify_at <= at ORDER BY j.notify_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ), put_off AS (
    UPDATE execution_job AS j
      SET notify_at = CASE WHEN looked_at.due > at THEN least(looked_at.due, at + interval '1 minute')
                           ELSE at + least(interval '5 seconds' * power(2, least(looked_at.notified, 2)), interval '20 seconds') END
      FROM looked_at WHERE j.project_id = looked_at.project_id AND j.engine = looked_at.engine AND j.id = looked_at.id
  )
  UPDATE execution AS e SET notified = e.notified + 1
    FROM looked_at WHERE e.project_id = looked_at.project_id AND e.id = looked_at.id AND looked_at.due <= at
    RETURNING e.project_id, e.id, e.engine, e.epoch;
END $$;
