-- Invitations: who has the code of one joins its organization, once. The database holds an HMAC of the code under the pepper of keys.
--
-- Locks: the chain and the organization, then the invitation: whoever accepts, takes back or removes is one at a time.

CREATE TABLE invitation (
  organization_id text COLLATE "C" NOT NULL REFERENCES organization,
  id              text COLLATE "C" NOT NULL,
  public_id       text COLLATE "C" NOT NULL UNIQUE, -- part of the code that is no secret
  secret_hmac     bytea NOT NULL,
  name            text NOT NULL, -- what the person is called
  role            text NOT NULL CHECK (role IN ('ADMIN', 'MEMBER')),
  project_ids     text[] COLLATE "C" NOT NULL,
  project_role    text CHECK (project_role IN ('ADMIN', 'MEMBER', 'VIEWER')), -- in all of them
  subject         text, -- whose sessions alone may accept; null: anybody's
  created_at      timestamptz(3) NOT NULL DEFAULT instant(),
  created_by_kind text NOT NULL CHECK (created_by_kind IN ('member', 'operator')),
  created_by      text NOT NULL, -- the subject of their session
  expires_at      timestamptz(3) NOT NULL,
  accepted_at     timestamptz(3),
  accepted_by     text,
  revoked_at      timestamptz(3),
  PRIMARY KEY (organization_id, id),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '7 days'),
  CHECK ((project_role IS NULL) = (cardinality(project_ids) = 0)),
  CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  CHECK (accepted_at IS NULL OR revoked_at IS NULL),
  CHECK (accepted_at < expires_at),
  CHECK (subject IS NULL OR accepted_by = subject)
);

-- An invitation ends once, and nothing else of it changes.
CREATE FUNCTION invitation_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL
    OR to_jsonb(NEW) - '{accepted_at,accepted_by,revoked_at}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{accepted_at,accepted_by,revoked_at}'::text[] THEN
    RAISE EXCEPTION 'invitation % ends once, and does not change', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitation_ends_once BEFORE UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION invitation_ends_once();
