-- Writes the provider costs of steps. Part of execution_record and execution_finish; repeating it changes nothing.
--
-- Arguments: JSON array of {projectId, id, costs: [{index, provider, model, statedMicros, derivedMicros, bookedMicros, lookupAfterSeconds}]}, costs
--   optional
-- Results: nothing
-- Locks: none itself: the caller holds the executions
-- Callers: execution_finish, execution_record
CREATE OR REPLACE FUNCTION provider_cost_write(p_items jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT jsonb_path_exists(p_items, '$[*].costs[*]') THEN
    RETURN; -- work of our own machines
  END IF;
  INSERT INTO provider_cost (project_id, execution_id, step, provider, model, ref, stated_micros, derived_micros, booked_micros, lookup_at)
    SELECT item."projectId", item.id, cost.index, cost.provider, cost.model, s.ref, cost."statedMicros", cost."derivedMicros",
           cost."bookedMicros", instant() + make_interval(secs => cost."lookupAfterSeconds")
    FROM jsonb_to_recordset(p_items) AS item ("projectId" text, id text, costs jsonb)
    CROSS JOIN jsonb_to_recordset(item.costs) AS cost (index integer, provider text, model text, "statedMicros" bigint,
                                                       "derivedMicros" bigint, "bookedMicros" bigint, "lookupAfterSeconds" double precision)
    LEFT JOIN execution_step AS s ON s.project_id = item."projectId" AND s.execution_id = item.id AND s.index = cost.index
    ON CONFLICT (project_id, execution_id, step) DO NOTHING;
END $$;
