-- Locks the executions whose claim is still valid. A stale worker gets none, even if its items come together with those of the next worker. Does not filter
-- by status: only running executions and reviews have a token, and an index on the status would read all running executions each time.
--
-- Arguments: JSON array of {projectId, id, claimToken, …}
-- Results: one row per locked execution, with its item
-- Locks: the executions by project and id, FOR NO KEY UPDATE
-- Callers: execution_finish, execution_hand_back, execution_record, execution_review
CREATE OR REPLACE FUNCTION execution_lock_held(p_items jsonb) RETURNS TABLE (id text, project_id text, maximum_micros bigint, item jsonb) LANGUAGE sql AS $$
  SELECT e.id, e.project_id, e.maximum_micros, given.item
  FROM jsonb_array_elements(p_items) AS given (item)
  JOIN execution AS e ON e.project_id = given.item ->> 'projectId' AND e.id = given.item ->> 'id' AND e.claim_token = (given.item ->> 'claimToken')::uuid
  ORDER BY e.project_id, e.id FOR NO KEY UPDATE OF e;
$$;
