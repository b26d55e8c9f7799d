-- A project keeps the content of its executions for a period after their end, if somebody set one. What has to be deleted is found along the settlements: each
-- execution that has ended has exactly one, and they are in the order of the ends. So neither an accept nor an end writes a byte more.

CREATE TABLE project_retention (
  project_id  text COLLATE "C" PRIMARY KEY REFERENCES project,
  days        integer CHECK (days BETWEEN 30 AND 3650), -- null: for ever
  set_at      timestamptz(3) NOT NULL DEFAULT instant(),
  next_at     timestamptz(3),                           -- when something may be due
  transfer_id bigint NOT NULL DEFAULT 0,                -- what was settled up to here has lost its content
  CONSTRAINT project_retention_is_looked_at CHECK ((days IS NULL) = (next_at IS NULL))
);
CREATE INDEX project_retention_due ON project_retention (next_at) WHERE next_at IS NOT NULL;

CREATE FUNCTION execution_is_past_retention(e execution) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off AS $$
  SELECT EXISTS (SELECT FROM project_retention AS r WHERE r.project_id = e.project_id AND e.finished_at + r.days * interval '24 hours' <= instant());
$$;

-- As before, and: nobody but people deletes it before the period is over that they set.
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

-- Deletes what is due of a project, as far as its next `p_transfers` transfers go, and remembers where it stands. `has_more`: there may be more that is due. A
-- project that somebody else is at is left to them. Locks: the row of the project's period, then its executions in the order of their ends, each with its files.
CREATE FUNCTION execution_delete_due_content(p_project text, p_transfers integer, OUT deleted integer, OUT has_more boolean) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off SET enable_sort = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  r project_retention;
  period interval;
  walked integer := 0;
  t record;
BEGIN
  deleted := 0;
  has_more := false;
  SELECT * INTO r FROM project_retention WHERE project_id = p_project AND next_at <= instant() FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  period := r.days * interval '24 hours';
  r.next_at := instant() + period; -- what ends from now on is not due earlier
  FOR t IN SELECT id, kind, execution_id, created_at FROM ledger_transfer
           WHERE project_id = p_project AND id > r.transfer_id ORDER BY project_id, id LIMIT p_transfers LOOP
    IF t.created_at + period > instant() THEN
      r.next_at := t.created_at + period;
      EXIT;
    END IF;
    IF t.kind = 'settle' AND execution_delete_content(p_project, t.execution_id, 'retention', NULL) = 'deleted' THEN
      deleted := deleted + 1;
    END IF;
    r.transfer_id := t.id;
    walked := walked + 1;
  END LOOP;
  has_more := walked = p_transfers;
  UPDATE project_retention SET transfer_id = r.transfer_id, next_at = CASE WHEN has_more THEN instant() ELSE r.next_at END WHERE project_id = p_project;
END $$;
