-- Whether the new row is the old row with its content deleted just now: the only change of an ended execution, made once. Every other column must be equal,
-- including those of later migrations; bill and error byte by byte. Before the retention period has ended, only a person may delete content.
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
