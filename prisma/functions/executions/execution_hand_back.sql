-- Returns executions of a worker that is shutting down: they are due at once, and the claim does not count as an attempt. Repeating it changes nothing.
--
-- Arguments: JSON array of {projectId, id, claimToken}
-- Results: the claim tokens that were still valid
-- Locks: execution_lock_held
-- Callers: packages/executions/src/store/worker/give-up.ts
CREATE OR REPLACE FUNCTION execution_hand_back(p_items jsonb) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE
  projects text[];
  ids text[];
  tokens uuid[];
BEGIN
  WITH back AS (
    UPDATE execution AS e SET claim_token = NULL, leased_until = NULL, run_at = instant(),
      history = execution_noted(e.history, 'handed_back', instant(), e.epoch, NULL, NULL),
      review_at = CASE WHEN e.status = 'needs_review' THEN instant() END, attempts = greatest(e.attempts - (e.status = 'running')::integer, 0)
      FROM execution_lock_held(p_items) AS held WHERE e.project_id = held.project_id AND e.id = held.id
      RETURNING e.project_id, e.id, (held.item ->> 'claimToken')::uuid AS token
  ) SELECT array_agg(project_id), array_agg(id), array_agg(token) INTO projects, ids, tokens FROM back;
  PERFORM execution_notify_at(projects, ids, '-infinity');
  RETURN QUERY SELECT unnest(tokens);
END $$;
