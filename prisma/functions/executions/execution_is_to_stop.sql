-- Whether the execution is to be cancelled: the client has requested it, or the client's time limit has passed.
--
-- Arguments: the execution
-- Results: true or false
-- Locks: none
-- Callers: execution_overtaken, execution_step_dispatch, execution_watch
CREATE OR REPLACE FUNCTION execution_is_to_stop(e execution) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT e.cancel_requested_at IS NOT NULL OR coalesce(e.cancel_after <= instant(), false);
$$;
