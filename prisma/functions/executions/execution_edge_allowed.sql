-- The allowed transitions of the state machine. packages/executions has the same table; a test compares all pairs.
--
-- Arguments: two statuses
-- Results: whether the first may change to the second
-- Locks: none
-- Callers: execution_guard
CREATE OR REPLACE FUNCTION execution_edge_allowed(p_from text, p_to text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_from, p_to) IN (
    ('queued', 'running'), ('queued', 'cancelled'),
    ('running', 'succeeded'), ('running', 'failed'), ('running', 'cancelled'), ('running', 'needs_review'),
    ('needs_review', 'running'), ('needs_review', 'succeeded'), ('needs_review', 'failed'), ('needs_review', 'cancelled'));
$$;
