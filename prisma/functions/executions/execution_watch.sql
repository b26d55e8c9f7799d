-- Returns which executions a worker still holds, and which of these are to be cancelled.
--
-- Arguments: arrays of equal length: project, id, claim token
-- Results: one row per execution that the worker still holds: token, and whether it is to be cancelled
-- Locks: none
-- Callers: packages/executions/src/store/worker/leased.ts
CREATE OR REPLACE FUNCTION execution_watch(p_projects text[], p_ids text[], p_claim_tokens uuid[])
RETURNS TABLE (claim_token uuid, cancel_requested boolean) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT e.claim_token, execution_is_to_stop(e)
  FROM execution AS e JOIN unnest(p_projects, p_ids, p_claim_tokens) AS held (project_id, id, claim_token)
    ON e.project_id = held.project_id AND e.id = held.id AND e.claim_token = held.claim_token;
$$;
