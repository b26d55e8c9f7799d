-- The executions of a batch are inserted by one statement, after the batch.
--
-- Arguments: none (trigger; the new rows as `added`)
-- Results: null; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger batch_item_is_whole on batch_item
CREATE OR REPLACE FUNCTION batch_item_is_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT project_id, batch_id FROM added) AS a JOIN batch AS b ON b.project_id = a.project_id AND b.id = a.batch_id
    WHERE batch_problem(b) IS NOT NULL) THEN
    RAISE EXCEPTION 'not the executions of this batch' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER batch_item_is_whole AFTER INSERT ON batch_item REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION batch_item_is_whole();
