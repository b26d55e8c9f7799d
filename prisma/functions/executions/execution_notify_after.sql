-- How long the wake-up that follows a write may take before the keeper sends another one.
--
-- Arguments: none
-- Results: an interval
-- Locks: none
-- Callers: execution_is_held, execution_record
CREATE OR REPLACE FUNCTION execution_notify_after() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 seconds' $$;
