-- Makes every new member of a project a member of its organization. The first ADMIN also becomes an ADMIN of the organization.
--
-- Arguments: none (trigger)
-- Results: the row
-- Locks: the new row of organization_member
-- Callers: trigger member_is_of_organization on member
CREATE OR REPLACE FUNCTION member_is_of_organization() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization text := (SELECT organization_id FROM project WHERE id = NEW.project_id);
BEGIN
  INSERT INTO organization_member (organization_id, id, subject, name, role)
    VALUES (organization, NEW.id, NEW.subject, NEW.name,
            CASE WHEN NEW.role = 'ADMIN' AND NOT EXISTS (SELECT FROM organization_member WHERE organization_id = organization) THEN 'ADMIN' ELSE 'MEMBER' END)
    ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER member_is_of_organization AFTER INSERT ON member FOR EACH ROW EXECUTE FUNCTION member_is_of_organization();
