-- The seconds that execution_postpone added to the run time for a wait that ends early, and the wait did not use. Used are the whole seconds since the start of
-- the execution that passed in the wait. So many short waits together are as exact as one long one, and never give more than what passed. A wait that began a
-- day after the start got nothing; within a millisecond of that, nothing is taken back.
--
-- Arguments: start of the execution, begin of the wait, its seconds, now
-- Results: seconds, from 0 to p_seconds
-- Locks: none
-- Callers: execution_wake
CREATE OR REPLACE FUNCTION execution_unused_wait(p_started_at timestamptz, p_began timestamptz, p_seconds integer, p_at timestamptz) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_began + interval '1 millisecond' >= p_started_at + interval '1 day' THEN 0
    ELSE least(greatest(p_seconds - (ceil(extract(epoch FROM p_at - p_started_at)) - ceil(extract(epoch FROM p_began - p_started_at)))::integer, 0), p_seconds) END;
$$;
