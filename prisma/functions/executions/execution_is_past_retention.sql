-- Whether the retention period of the project has ended for the execution's content.
--
-- Arguments: the execution
-- Results: true or false
-- Locks: none
-- Callers: execution_is_without_content
CREATE OR REPLACE FUNCTION execution_is_past_retention(e execution) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off AS $$
  SELECT EXISTS (SELECT FROM project_retention AS r WHERE r.project_id = e.project_id AND e.finished_at + r.days * interval '24 hours' <= instant());
$$;
