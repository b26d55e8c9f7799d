-- The bucket of a duration: n stands for 1.1^n to 1.1^(n+1) seconds.
--
-- Arguments: the duration
-- Results: n
-- Locks: none
-- Callers: ledger_check_fold
CREATE OR REPLACE FUNCTION tool_duration_bucket(p_duration interval) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(ln(greatest(extract(epoch FROM p_duration), 0.001)) / ln(1.1))::smallint;
$$;
