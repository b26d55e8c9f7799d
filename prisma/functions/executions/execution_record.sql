-- Records finished steps under the claims. With `engine`, it also passes the execution to the queue of that engine in the same transaction: the claim ends,
-- and the execution is due at once. Without `engine`, the worker continues under its lease. A recorded step ends a review.
--
-- Arguments: JSON array in the form of execution_write_steps and provider_cost_write, with engine (text or null); and the retention of files
-- Results: the claim tokens that were still valid
-- Locks: execution_lock_held
-- Callers: packages/executions/src/store/worker/record.ts
CREATE OR REPLACE FUNCTION execution_record(p_items jsonb, p_retention interval) RETURNS SETOF uuid LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  mine jsonb; -- the items of what is still held
BEGIN
  SELECT coalesce(jsonb_agg(e.item), '[]') INTO mine FROM execution_lock_held(p_items) AS e;
  PERFORM execution_write_steps(mine, p_retention);
  PERFORM provider_cost_write(mine);
  UPDATE execution AS e
    SET status = 'running', history = execution_noted(e.history, 'review_ended', instant(), e.epoch, NULL, NULL),
        review = NULL, review_at = NULL, resolve_by = NULL, review_lookups = 0, -- time under review is not run time
        max_runtime_seconds = e.max_runtime_seconds + ceil(extract(epoch FROM instant() - (e.review ->> 'since')::timestamptz))::integer
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text)
    WHERE e.project_id = item."projectId" AND e.id = item.id AND e.status = 'needs_review';
  UPDATE execution AS e
    SET engine = item.engine, history = execution_noted(e.history, 'handed_over', instant(), e.epoch, item.engine, NULL),
        claim_token = NULL, leased_until = NULL, run_at = instant(), attempts = 0
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text, engine text)
    WHERE e.project_id = item."projectId" AND e.id = item.id AND item.engine IS NOT NULL;
  PERFORM execution_notify_at(array_agg(item."projectId"), array_agg(item.id), instant() + execution_notify_after())
    FROM jsonb_to_recordset(mine) AS item ("projectId" text, id text, engine text) WHERE item.engine IS NOT NULL;
  RETURN QUERY SELECT (item ->> 'claimToken')::uuid FROM jsonb_array_elements(mine) AS item;
END $$;
