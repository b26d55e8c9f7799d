-- An invitation ends once, by acceptance or by revocation; no other column changes.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger invitation_ends_once on invitation
CREATE OR REPLACE FUNCTION invitation_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL
    OR to_jsonb(NEW) - '{accepted_at,accepted_by,revoked_at}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{accepted_at,accepted_by,revoked_at}'::text[] THEN
    RAISE EXCEPTION 'invitation % ends once, and does not change', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER invitation_ends_once BEFORE UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION invitation_ends_once();
