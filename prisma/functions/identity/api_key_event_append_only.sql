-- Events of API keys are append-only.
--
-- Arguments: none (trigger)
-- Results: always raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger api_key_event_append_only on api_key_event
CREATE OR REPLACE FUNCTION api_key_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'api_key_event is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER api_key_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON api_key_event
  FOR EACH STATEMENT EXECUTE FUNCTION api_key_event_append_only();
