-- Requests cancellation of the open executions of a batch: each as execution_cancel does, all in one transaction.
--
-- Arguments: project, id, the caller's key lineage, whether the caller may cancel any execution of the project
-- Results: `not_found`, `forbidden` or `requested`
-- Locks: the batch, its executions by id, then the account
-- Callers: packages/executions/src/store/batches/cancel.ts
CREATE OR REPLACE FUNCTION batch_cancel(p_project text, p_id text, p_lineage text, p_admin boolean) RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  b batch;
  at timestamptz := instant();
  open text[];
  unheld text[];
BEGIN
  SELECT * INTO b FROM batch WHERE project_id = p_project AND id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF b.key_lineage <> p_lineage AND NOT p_admin THEN
    RETURN 'forbidden';
  END IF;
  UPDATE batch SET cancel_requested_at = at WHERE project_id = p_project AND id = p_id AND cancel_requested_at IS NULL;
  WITH locked AS (
    SELECT e.id FROM batch_item AS i JOIN execution AS e ON e.project_id = i.project_id AND e.id = i.execution_id
    WHERE i.project_id = p_project AND i.batch_id = p_id AND e.finished_at IS NULL AND e.cancel_requested_at IS NULL
    ORDER BY e.id FOR NO KEY UPDATE OF e
  )
  SELECT array_agg(id) INTO open FROM locked;
  IF open IS NULL THEN
    RETURN 'requested';
  END IF;
  UPDATE execution AS e SET status = 'cancelled', status_reason = 'cancelled_before_start', cancel_requested_at = at, charged_micros = 0,
                       billing = '[]', run_at = NULL, finished_at = at
    FROM unnest(open) AS item (id) WHERE e.project_id = p_project AND e.id = item.id AND e.status = 'queued' AND NOT execution_is_doubtful(e);
  WITH asked AS (
    UPDATE execution AS e
      SET cancel_requested_at = at,
          run_at = CASE WHEN e.claim_token IS NULL THEN least(e.run_at, at) ELSE e.run_at END,
          review_at = CASE WHEN e.claim_token IS NULL AND e.review_at > at THEN at ELSE e.review_at END
      FROM unnest(open) AS item (id) WHERE e.project_id = p_project AND e.id = item.id AND e.cancel_requested_at IS NULL
      RETURNING e.id, e.claim_token
  )
  SELECT array_agg(id) INTO unheld FROM asked WHERE claim_token IS NULL;
  IF unheld IS NOT NULL THEN
    PERFORM execution_notify_at(array_fill(p_project, ARRAY[cardinality(unheld)]), unheld, '-infinity');
  END IF;
  RETURN 'requested';
END $$;
