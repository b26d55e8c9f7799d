-- Everything that clients see of an execution, as a JSON array whose order `columns.ts` of packages/executions names. It has no member names, which would be
-- two thirds of the text. Amounts are text, because a JSON number would round them. New columns go at the end. PostgreSQL inlines the expression into each
-- query that calls this function, so the function call costs nothing.
--
-- Arguments: the execution; its steps, as a JSON array of arrays (null: none is recorded); its artifacts, as a JSON array of objects (null: none)
-- Results: JSON array
-- Locks: none
-- Callers: execution_accept_quoted, execution_read
CREATE OR REPLACE FUNCTION execution_shown(e execution, p_steps json, p_artifacts json) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_array(
    e.id, e.project_id, e.tool, e.model, e.status, e.status_reason, e.cancel_requested_at, e.price_version, e.minimum_micros::text,
    e.maximum_micros::text, e.charged_micros::text, e.error, e.review, e.resolve_by, e.created_at, e.started_at, e.finished_at,
    jsonb_path_query_array(e.plan, '$[*].name'), jsonb_path_query_array(e.plan, '$[*].engine'), e.billing, e.result, e.attempts,
    p_steps, p_artifacts, e.content_deleted_at, e.content_deleted_by);
$$;
