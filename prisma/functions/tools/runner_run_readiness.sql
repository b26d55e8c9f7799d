-- Whether a run would be claimed soon: a runner of the tool asked for work a moment ago, and the tool has a place. Lost runs take no place.
--
-- Arguments: tool, the number of runs that it has at once
-- Results: ready, no_runner, or full
-- Locks: none
-- Callers: packages/tools/src/store/pull-runs.ts
CREATE OR REPLACE FUNCTION runner_run_readiness(p_tool text, p_concurrency integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM runner_key AS k WHERE k.tool = p_tool AND k.revoked_at IS NULL AND k.last_asked_at > instant() - interval '60 seconds')
      THEN 'no_runner'
    WHEN (SELECT count(*) FROM runner_run AS r WHERE r.tool = p_tool AND r.state <> 'ended'
            AND (r.leased_until > instant() OR r.deadline > instant() AND r.cancel_asked_at IS NULL AND (r.idempotent OR r.reply IS NULL AND r.timeline = server_timeline()))) >= p_concurrency
      THEN 'full'
    ELSE 'ready' END;
$$;
