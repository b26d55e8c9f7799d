-- After a failover or a restore, a worker may have sent the next step of each execution that was accepted before, in commits that the server has lost. Marks
-- that step as a provider call with an unknown outcome, so that it is looked up before it is ever sent again. Happens once for each step and timeline: an
-- intent that is withdrawn afterwards is known not to have arrived. Part of execution_claim.
--
-- Arguments: arrays of equal length: project and id
-- Results: nothing
-- Locks: the executions by project and id, FOR NO KEY UPDATE, without those that other transactions hold
-- Callers: execution_claim
CREATE OR REPLACE FUNCTION execution_doubt(p_projects text[], p_ids text[]) RETURNS void LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH doubtful AS (
    SELECT e.project_id, e.id, e.attempts, e.maximum_micros,
           (SELECT count(*)::integer FROM execution_step AS s
            WHERE s.project_id = e.project_id AND s.execution_id = e.id AND s.status = 'succeeded') AS next
    FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN execution AS e ON e.project_id = item.project_id AND e.id = item.id
    WHERE e.status IN ('queued', 'running') AND coalesce(e.leased_until <= instant(), true) AND execution_is_doubtful(e)
    ORDER BY e.project_id, e.id FOR NO KEY UPDATE OF e SKIP LOCKED
  )
  INSERT INTO execution_step AS step (project_id, execution_id, index, status, attempt, claim_token, token, exposure_micros, started_at, dispatched_at)
    SELECT d.project_id, d.id, d.next, 'unknown', greatest(d.attempts, 1), gen_random_uuid(), d.id || '.' || d.next, d.maximum_micros, instant(), instant()
    FROM doubtful AS d
    ON CONFLICT (project_id, execution_id, index) DO UPDATE
      SET status = 'unknown', timeline = excluded.timeline, provider = NULL, token = coalesce(step.token, excluded.token),
          exposure_micros = coalesce(step.exposure_micros, excluded.exposure_micros), dispatched_at = excluded.dispatched_at
      WHERE step.status = 'pending' AND step.timeline <> excluded.timeline;
$$;
