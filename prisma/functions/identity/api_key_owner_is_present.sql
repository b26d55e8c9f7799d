-- Refuses a key whose owner was removed from the project. Key creation and removal of the owner wait for each other.
--
-- Arguments: none (trigger)
-- Results: the row; raises check_violation (23514) if the owner is not a member
-- Locks: the owner's row in member, FOR SHARE
-- Callers: trigger api_key_owner_is_present on api_key
CREATE OR REPLACE FUNCTION api_key_owner_is_present() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM member WHERE project_id = NEW.project_id AND id = NEW.member_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the owner of key % is no member of its project', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER api_key_owner_is_present BEFORE INSERT ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_owner_is_present();
