-- Deletes the content of executions whose retention period has ended, by a cursor over the project's transfers, and saves the cursor. Skips a project that
-- another transaction is processing.
--
-- Arguments: project, the maximum number of transfers
-- Results: the number of executions that lost their content; whether more may be due
-- Locks: the row of the project's retention period, then its executions in the order of their ends, each with its files
-- Callers: packages/retention/src/store/retention.ts
CREATE OR REPLACE FUNCTION execution_delete_due_content(p_project text, p_transfers integer, OUT deleted integer, OUT has_more boolean) LANGUAGE plpgsql
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
