-- Whether the new row is the old one without its content, deleted just now: the one change of what has ended, made once. Every other column is as it was,
-- those that a later migration adds too; bill and error to the byte. Nobody but people deletes it before the period is over that they set.
--
-- Arguments: the old and the new row
-- Results: true or false
-- Locks: none
-- Callers: execution_guard, execution_is_as_accepted
CREATE OR REPLACE FUNCTION execution_is_without_content(o execution, n execution) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT o.finished_at IS NOT NULL AND o.content_deleted_at IS NULL AND n.content_deleted_at = instant()
    AND n.content_deleted_by IN ('member', 'operator', 'retention') AND (n.content_deleted_actor IS NULL) = (n.content_deleted_by = 'retention')
    AND (n.content_deleted_by <> 'retention' OR execution_is_past_retention(o))
    AND n.plan = execution_plan_without_content(o.plan)
    AND n.local_steps::jsonb IS NOT DISTINCT FROM execution_steps_without_content(o.local_steps)
    AND NOT execution_has_content(n)
    AND n.billing::text IS NOT DISTINCT FROM o.billing::text AND n.error::text IS NOT DISTINCT FROM o.error::text
    AND to_jsonb(n) - content = to_jsonb(o) - content
  FROM (SELECT ARRAY['plan', 'result', 'local_steps', 'content_deleted_at', 'content_deleted_by', 'content_deleted_actor']) AS each (content);
$$;
