-- A version of a template never changes.
--
-- Arguments: none (trigger)
-- Results: always raises check_violation (23514)
-- Locks: none
-- Callers: trigger template_version_is_final on template_version
CREATE OR REPLACE FUNCTION template_version_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a template never changes' USING ERRCODE = 'check_violation';
END $$;

CREATE OR REPLACE TRIGGER template_version_is_final BEFORE UPDATE OR DELETE ON template_version FOR EACH ROW EXECUTE FUNCTION template_version_is_final();
