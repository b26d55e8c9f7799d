-- People of an organization, the switch of the whole platform, and what is kept of a key beside what it opens.
--
-- Locks: an organization, then its projects by id, then members, then keys. Whoever gives or takes a role locks the project first, so that two ADMINs
-- cannot remove each other; whoever makes a key locks its owner FOR SHARE, so that no key is made past a removal.

-- A person of an organization. What they may do in a project is their row in member, which has the same subject.
CREATE TABLE organization_member (
  organization_id text COLLATE "C" NOT NULL REFERENCES organization,
  id              text COLLATE "C" NOT NULL, -- also that of their rows in member, but for those that were made before there was this table
  subject         text NOT NULL, -- the `sub` of their session token
  name            text NOT NULL,
  role            text NOT NULL CHECK (role IN ('ADMIN', 'MEMBER')), -- an ADMIN administers people and projects
  created_at      timestamptz(3) NOT NULL DEFAULT instant(),
  removed_at      timestamptz(3), -- null: a member now
  sessions_after  timestamptz(3), -- sessions that began before are refused for ever: those of a removal that was taken back
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, subject)
);

-- A removed member's role is VIEWER, which gateways of the release before this column take for somebody who may administer nothing.
ALTER TABLE member
  ADD COLUMN removed_at timestamptz(3),
  ADD COLUMN sessions_after timestamptz(3),
  ADD CONSTRAINT member_removed_is_viewer CHECK (removed_at IS NULL OR role = 'VIEWER');

-- Nobody is given more than they had: who administers every project of an organization administers it.
INSERT INTO organization_member (organization_id, id, subject, name, role, created_at)
  SELECT p.organization_id, min(m.id), m.subject, (array_agg(m.name ORDER BY m.id))[1],
         CASE WHEN count(*) FILTER (WHERE m.role = 'ADMIN') = (SELECT count(*) FROM project AS o WHERE o.organization_id = p.organization_id)
              THEN 'ADMIN' ELSE 'MEMBER' END,
         min(m.created_at)
  FROM member AS m JOIN project AS p ON p.id = m.project_id GROUP BY p.organization_id, m.subject;

-- Who is made a member of a project, by whatever way, is one of its organization; the first ADMIN is one of the organization, too.
CREATE FUNCTION member_is_of_organization() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization text := (SELECT organization_id FROM project WHERE id = NEW.project_id);
BEGIN
  INSERT INTO organization_member (organization_id, id, subject, name, role)
    VALUES (organization, NEW.id, NEW.subject, NEW.name,
            CASE WHEN NEW.role = 'ADMIN' AND NOT EXISTS (SELECT FROM organization_member WHERE organization_id = organization) THEN 'ADMIN' ELSE 'MEMBER' END)
    ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
CREATE TRIGGER member_is_of_organization AFTER INSERT ON member FOR EACH ROW EXECUTE FUNCTION member_is_of_organization();

ALTER TABLE api_key ADD COLUMN monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0); -- of its lineage; null: no cap of its own

-- Also for gateways that do not know what removal is. It waits for a removal that is going on, and a removal waits for it.
CREATE FUNCTION api_key_owner_is_present() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM member WHERE project_id = NEW.project_id AND id = NEW.member_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the owner of key % is no member of its project', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER api_key_owner_is_present BEFORE INSERT ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_owner_is_present();

-- When keys were last used, to the minute; apart from the keys, which every request reads.
CREATE TABLE api_key_use (
  project_id text COLLATE "C" NOT NULL,
  key_id     text COLLATE "C" NOT NULL,
  used_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, key_id),
  FOREIGN KEY (project_id, key_id) REFERENCES api_key
) WITH (fillfactor = 50);

-- Notes that these keys are in use; at most one write a key and minute, however many gateways say it.
CREATE FUNCTION api_key_used(p_projects text[], p_keys text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO api_key_use AS u (project_id, key_id, used_at)
    SELECT DISTINCT k.project_id, k.id, instant()
      FROM unnest(p_projects, p_keys) AS item (project_id, id) JOIN api_key AS k ON k.project_id = item.project_id AND k.id = item.id
      ORDER BY k.project_id, k.id
    ON CONFLICT (project_id, key_id) DO UPDATE SET used_at = excluded.used_at WHERE u.used_at <= excluded.used_at - interval '1 minute';
$$;

-- What holds for the whole platform: one row, which every look-up of a key reads.
CREATE TABLE platform (
  id                boolean PRIMARY KEY DEFAULT true CHECK (id),
  execution_enabled boolean NOT NULL DEFAULT true
);
INSERT INTO platform DEFAULT VALUES;
