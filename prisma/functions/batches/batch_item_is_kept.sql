-- The list of executions of a batch never changes.
--
-- Arguments: none (trigger)
-- Results: always raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger batch_item_is_kept on batch_item
CREATE OR REPLACE FUNCTION batch_item_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the executions of a batch never change' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER batch_item_is_kept BEFORE UPDATE OR DELETE ON batch_item FOR EACH STATEMENT EXECUTE FUNCTION batch_item_is_kept();
