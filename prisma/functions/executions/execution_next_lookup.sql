-- When an execution under review is looked at again: p_backoff, doubling to 360 times it (10 s to 1 h), never past resolve_by nor past the moment from
-- which the client wants it stopped.
--
-- Arguments: the execution, the first pause, how long a review may take
-- Results: the instant
-- Locks: none
-- Callers: execution_review
CREATE OR REPLACE FUNCTION execution_next_lookup(e execution, p_backoff interval, p_resolve interval) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(instant() + least(p_backoff * least(power(2, e.review_lookups), 360), interval '1 hour'), coalesce(e.resolve_by, instant() + p_resolve),
               CASE WHEN e.cancel_after > instant() THEN e.cancel_after END);
$$;
