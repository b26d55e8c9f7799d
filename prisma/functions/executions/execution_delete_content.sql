-- Deletes the content of an ended execution: arguments, result, artifacts, and what runners that ask for work were sent and have
-- reported. Its input uploads stay, because other executions may use them.
--
-- Arguments: project, id, the kind of actor, and the actor
-- Results: `not_found`, `not_finished`, `deleted_before` or `deleted`
-- Locks: the execution, its runs, then its files
-- Callers: execution_delete_due_content, packages/retention/src/store/delete-content.ts
CREATE OR REPLACE FUNCTION execution_delete_content(p_project text, p_id text, p_by text, p_actor text) RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  e execution;
BEGIN
  SELECT * INTO e FROM execution WHERE project_id = p_project AND id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF e.finished_at IS NULL THEN
    RETURN 'not_finished';
  ELSIF e.content_deleted_at IS NOT NULL THEN
    RETURN 'deleted_before';
  END IF;
  UPDATE execution_step SET result = NULL WHERE project_id = p_project AND execution_id = p_id AND result IS NOT NULL;
  -- A report that no worker has read may be the only proof of a cost; its row goes later.
  DELETE FROM runner_run WHERE token > p_id || '.' AND token < p_id || '/' AND read_at IS NOT NULL;
  -- The review of a silent run may end before its deadline. A late report is still taken.
  UPDATE runner_run SET start = '{}', cancel_asked_at = coalesce(cancel_asked_at, instant())
    WHERE token > p_id || '.' AND token < p_id || '/' AND state <> 'ended';
  UPDATE file SET expires_at = least(expires_at, instant()), deleted_at = instant(),
                  content_deleted_at = instant(), content_deleted_by = p_by, content_deleted_actor = p_actor
    WHERE project_id = p_project AND execution_id = p_id AND origin = 'artifact' AND deleted_at IS NULL;
  UPDATE execution
    SET plan = execution_plan_without_content(plan), result = NULL, local_steps = execution_steps_without_content(local_steps)::json,
        content_deleted_at = instant(), content_deleted_by = p_by, content_deleted_actor = p_actor
    WHERE project_id = p_project AND id = p_id;
  INSERT INTO execution_content_removal (project_id, execution_id) VALUES (p_project, p_id) ON CONFLICT DO NOTHING;
  RETURN 'deleted';
END $$;
