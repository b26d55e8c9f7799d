-- For how long nobody has held a running execution whose paid call has no outcome yet. That is no run time, or a clock that jumps, or a long outage, would
-- have what was paid for called off before anybody has asked for it. A part of execution_claim, which gives it columns and not the row: a whole row is
-- copied for each execution, whether it is asked for or not.
--
-- Arguments: project, id, until when it was held, now
-- Results: seconds; 0 where no call is open
-- Locks: none
-- Callers: execution_claim
CREATE OR REPLACE FUNCTION execution_unheld_seconds(p_project text, p_id text, p_held_until timestamptz, p_at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_held_until < p_at
    AND EXISTS (SELECT FROM execution_step AS s
                WHERE s.project_id = p_project AND s.execution_id = p_id AND s.status IN ('dispatching', 'submitted', 'unknown'))
    THEN ceil(extract(epoch FROM p_at - p_held_until))::integer ELSE 0 END;
$$;
