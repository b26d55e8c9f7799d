-- Offers a run to the runners of a tool. The same token again is the same run, and changes nothing.
--
-- Arguments: token, tool, version, the body of the start as JSON, whether it may be claimed again after a lease that expired, its deadline, the timeline of
--   the server before the first time that the caller sent this statement
-- Results: as runner_run_lookup. Null: nothing is offered, because a failover may have lost that the run was offered, claimed and begun, and it may not be
--   repeated
-- Locks: none that lasts; the same token that another transaction offers at the moment is waited for
-- Callers: packages/tools/src/store/pull-runs.ts
CREATE OR REPLACE FUNCTION runner_run_offer(p_token text, p_tool text, p_version integer, p_start text, p_idempotent boolean, p_deadline timestamptz, p_timeline integer)
RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  -- A run that never ends is of a runner that vanished. Its review lasts 72 hours, and a late report is taken until then.
  INSERT INTO runner_run (token, tool, version, start, idempotent, deadline, kept_until)
    SELECT p_token, p_tool, p_version, p_start, p_idempotent, p_deadline, greatest(p_deadline, instant()) + interval '144 hours'
    WHERE p_idempotent OR p_timeline = server_timeline()
    ON CONFLICT (token) DO NOTHING;
  RETURN runner_run_lookup(p_token);
END $$;
