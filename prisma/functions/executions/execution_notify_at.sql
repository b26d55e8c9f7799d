-- Sets when the keeper next looks at these executions.
--
-- Arguments: arrays of equal length: project and id; the time, or '-infinity' for as soon as they are due
-- Results: nothing
-- Locks: rows of execution_job; the caller holds the executions
-- Callers: batch_cancel, execution_cancel, execution_hand_back, execution_postpone, execution_record, execution_review,
--   execution_wake
CREATE OR REPLACE FUNCTION execution_notify_at(p_projects text[], p_ids text[], p_notify_at timestamptz) RETURNS void LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  UPDATE execution_job AS j SET notify_at = p_notify_at
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
    WHERE j.project_id = e.project_id AND j.engine = e.engine AND j.id = e.id;
$$;
