-- Adds the cost that a provider stated after the booking.
--
-- Arguments: project, execution, step, stated amount
-- Results: the part that the operator bears; null if no statement was expected
-- Locks: the row of provider_cost
-- Callers: packages/providers/src/store/costs.ts
CREATE OR REPLACE FUNCTION provider_cost_stated_late(p_project_id text, p_execution_id text, p_step integer, p_stated_micros bigint)
RETURNS bigint LANGUAGE sql AS $$
  UPDATE provider_cost SET late_micros = p_stated_micros, late_at = instant(), lookup_at = NULL
    WHERE project_id = p_project_id AND execution_id = p_execution_id AND step = p_step
      AND stated_micros IS NULL AND late_micros IS NULL
    RETURNING late_micros - booked_micros;
$$;
