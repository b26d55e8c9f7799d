-- An export keeps its project and its snapshot, follows its state machine, and grows only while it runs.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger project_export_guard on project_export
CREATE OR REPLACE FUNCTION project_export_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moving text[] := '{status,section,position,parts,rows,size_bytes,claim_token,leased_until,finished_at,expires_at,removed_at}';
BEGIN
  IF to_jsonb(NEW) - moving <> to_jsonb(OLD) - moving THEN
    RAISE EXCEPTION 'what an export is of never changes' USING ERRCODE = 'restrict_violation';
  ELSIF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
      ('queued', 'running'), ('queued', 'cancelled'), ('queued', 'expired'), ('running', 'succeeded'), ('running', 'cancelled'), ('running', 'expired'),
      ('succeeded', 'cancelled'), ('succeeded', 'expired')) THEN
    RAISE EXCEPTION 'an export cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  ELSIF OLD.status <> 'running' AND (NEW.parts, NEW.rows, NEW.size_bytes) <> (OLD.parts, OLD.rows, OLD.size_bytes) THEN
    RAISE EXCEPTION 'an export that is % grows no more', OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER project_export_guard BEFORE UPDATE ON project_export FOR EACH ROW EXECUTE FUNCTION project_export_guard();
