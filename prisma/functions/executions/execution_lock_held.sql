-- Locks the executions whose claim still holds; a stale worker gets nothing, not even in one call with the worker that came after it. Only what runs or is
-- under review has a token, so its status is not asked for: an index of it would be read for every call, with all that runs just now.
--
-- Arguments: JSON array of {projectId, id, claimToken, …}
-- Results: a row an execution that is held, with its item
-- Locks: the executions by project and id, FOR NO KEY UPDATE
-- Callers: execution_finish, execution_hand_back, execution_record, execution_review
CREATE OR REPLACE FUNCTION execution_lock_held(p_items jsonb) RETURNS TABLE (id text, project_id text, maximum_micros bigint, item jsonb) LANGUAGE sql AS $$
  SELECT e.id, e.project_id, e.maximum_micros, given.item
  FROM jsonb_array_elements(p_items) AS given (item)
  JOIN execution AS e ON e.project_id = given.item ->> 'projectId' AND e.id = given.item ->> 'id' AND e.claim_token = (given.item ->> 'claimToken')::uuid
  ORDER BY e.project_id, e.id FOR NO KEY UPDATE OF e;
$$;
