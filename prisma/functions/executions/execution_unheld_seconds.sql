-- For how long no worker has held a running execution whose provider call has no outcome yet. This time is no run time: otherwise a clock jump or a long
-- outage would cancel a paid call before a lookup at the provider. Part of execution_claim, which passes columns instead of the row, because a row would be
-- copied for each execution.
--
-- Arguments: project, id, until when it was held, now
-- Results: seconds; 0 if no call is open
-- Locks: none
-- Callers: execution_claim
CREATE OR REPLACE FUNCTION execution_unheld_seconds(p_project text, p_id text, p_held_until timestamptz, p_at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_held_until < p_at
    AND EXISTS (SELECT FROM execution_step AS s
                WHERE s.project_id = p_project AND s.execution_id = p_id AND s.status IN ('dispatching', 'submitted', 'unknown'))
    THEN ceil(extract(epoch FROM p_at - p_held_until))::integer ELSE 0 END;
$$;
