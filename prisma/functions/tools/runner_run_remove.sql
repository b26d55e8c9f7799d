-- Removes runs that nobody looks up any more: 72 hours after a worker read the end, 30 days after an end that no worker read, 144 hours after the deadline of
-- a run without an end; and none whose execution is open. Its worker may be away for longer, or the clock of the server wrong.
--
-- Arguments: the maximum number
-- Results: the number of removed rows
-- Locks: rows of runner_run, without those that other transactions hold
-- Callers: packages/tools/src/store/pull-runs.ts
CREATE OR REPLACE FUNCTION runner_run_remove(p_limit integer) RETURNS integer LANGUAGE sql AS $$
  WITH removed AS (
    DELETE FROM runner_run AS r USING (
      SELECT o.token FROM runner_run AS o
      WHERE o.kept_until <= instant() AND NOT EXISTS (SELECT FROM execution_job AS j WHERE j.id = split_part(o.token, '.', 1))
      ORDER BY o.kept_until LIMIT p_limit FOR UPDATE OF o SKIP LOCKED
    ) AS old WHERE r.token = old.token RETURNING 1
  )
  SELECT count(*)::integer FROM removed;
$$;
