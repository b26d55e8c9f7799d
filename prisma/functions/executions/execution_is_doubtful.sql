-- Whether provider calls of the execution may have been sent in commits that this server has lost.
--
-- Arguments: the execution
-- Results: true or false
-- Locks: none
-- Callers: batch_cancel, execution_cancel, execution_cancel_overdue, execution_doubt, execution_overtaken
CREATE OR REPLACE FUNCTION execution_is_doubtful(e execution) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT e.engine = 'provider' AND e.timeline <> server_timeline();
$$;
