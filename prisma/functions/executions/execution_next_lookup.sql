-- The next lookup of an execution under review: after p_backoff, which doubles up to 360 times its value (10 s to 1 h), but no later than resolve_by and than
-- the client's time limit.
--
-- Arguments: the execution, the first pause, the maximum duration of a review
-- Results: the instant
-- Locks: none
-- Callers: execution_review
CREATE OR REPLACE FUNCTION execution_next_lookup(e execution, p_backoff interval, p_resolve interval) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(instant() + least(p_backoff * least(power(2, e.review_lookups), 360), interval '1 hour'), coalesce(e.resolve_by, instant() + p_resolve),
               CASE WHEN e.cancel_after > instant() THEN e.cancel_after END);
$$;
