-- The history of an execution with one more entry: what became of its claims, for people who follow it. It is a column of the row that the statement writes
-- anyway, so it costs no row and no index. Of a long history the first ten and the last fifty entries stay; a gap in the epochs shows that some are missing.
--
-- Arguments: the history, the event (claimed, lost, crashed, postponed, handed_back, handed_over, review_began, review_ended), its time, the epoch of the
--   claim, a detail (the engine, the pause in seconds, or the reason), and the name of the worker's process; each of the last two may be null
-- Results: JSON array of [event, milliseconds since 1970, epoch, detail, worker], oldest first
-- Locks: none
-- Callers: execution_claim, execution_hand_back, execution_postpone, execution_record, execution_review
CREATE OR REPLACE FUNCTION execution_noted(p_history jsonb, p_event text, p_at timestamptz, p_epoch integer, p_detail text, p_worker text)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE WHEN jsonb_array_length(p_history) >= 60 THEN p_history - 10 ELSE p_history END, '[]'::jsonb)
    || jsonb_build_array(jsonb_build_array(p_event, (extract(epoch FROM p_at) * 1000)::bigint, p_epoch, p_detail, p_worker));
$$;
