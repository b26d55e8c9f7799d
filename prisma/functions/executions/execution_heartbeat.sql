-- Extends the leases that the worker still holds.
--
-- Arguments: arrays of equal length: project, id, claim token; and the lease
-- Results: one row per execution that the worker still holds: token, and whether it is to be cancelled
-- Locks: the executions by project and id
-- Callers: packages/executions/src/store/worker/leased.ts
CREATE OR REPLACE FUNCTION execution_heartbeat(p_projects text[], p_ids text[], p_claim_tokens uuid[], p_lease interval)
RETURNS TABLE (claim_token uuid, cancel_requested boolean) LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  UPDATE execution AS e SET leased_until = instant() + p_lease
    FROM (SELECT given.project_id, given.id, given.claim_token FROM unnest(p_projects, p_ids, p_claim_tokens) AS given (project_id, id, claim_token)
          ORDER BY given.project_id, given.id) AS held
    WHERE e.project_id = held.project_id AND e.id = held.id AND e.claim_token = held.claim_token
    RETURNING e.claim_token, e.cancel_requested_at IS NOT NULL OR coalesce(e.cancel_after <= instant(), false);
$$;
