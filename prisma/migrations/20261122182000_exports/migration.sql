-- Exports of a project's data: jobs that keepers do part by part. What was booked and told up to `transfer_id` and `audit_number` is in an export, and
-- nothing after it, whenever a part is written: both are read under the locks of the account and of the chain.
CREATE TABLE project_export (
  project_id   text COLLATE "C" NOT NULL REFERENCES project,
  id           text COLLATE "C" NOT NULL,
  requested_by text NOT NULL,
  status       text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'succeeded', 'cancelled', 'expired')),
  as_of        timestamptz(3) NOT NULL,
  transfer_id  bigint NOT NULL,                    -- the last of the project
  audit_chain  text COLLATE "C" NOT NULL,
  audit_number bigint NOT NULL,                    -- the last of its chain
  section      text NOT NULL DEFAULT '',           -- what is written next, and after which row of it; '': the first
  position     text COLLATE "C" NOT NULL DEFAULT '',
  parts        integer NOT NULL DEFAULT 0 CHECK (parts >= 0),
  rows         bigint NOT NULL DEFAULT 0 CHECK (rows >= 0),
  size_bytes   bigint NOT NULL DEFAULT 0 CHECK (size_bytes >= 0),
  claim_token  uuid,                               -- of the keeper that is at it; all that it writes carries it
  leased_until timestamptz(3),
  created_at   timestamptz(3) NOT NULL DEFAULT instant(),
  finished_at  timestamptz(3),
  expires_at   timestamptz(3) NOT NULL,
  removed_at   timestamptz(3),                     -- when its objects were gone
  PRIMARY KEY (project_id, id),
  CONSTRAINT project_export_is_finished CHECK ((status IN ('queued', 'running')) = (finished_at IS NULL)),
  CONSTRAINT project_export_is_removed CHECK (removed_at IS NULL OR status IN ('cancelled', 'expired'))
);
CREATE UNIQUE INDEX project_export_one_open ON project_export (project_id) WHERE status IN ('queued', 'running');
CREATE INDEX project_export_kept ON project_export (project_id, id) WHERE removed_at IS NULL;

-- Written together with the cursor, after its object; never changed. Its object goes with the export, the row stays.
CREATE TABLE project_export_part (
  project_id text COLLATE "C" NOT NULL,
  export_id  text COLLATE "C" NOT NULL,
  number     integer NOT NULL CHECK (number >= 0),
  section    text NOT NULL,
  object_key text COLLATE "C" NOT NULL,
  sha256     bytea NOT NULL CHECK (octet_length(sha256) = 32),
  size_bytes bigint NOT NULL CHECK (size_bytes > 0),
  rows       bigint NOT NULL CHECK (rows > 0),
  PRIMARY KEY (project_id, export_id, number),
  FOREIGN KEY (project_id, export_id) REFERENCES project_export
);

CREATE FUNCTION project_export_guard() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER project_export_guard BEFORE UPDATE ON project_export FOR EACH ROW EXECUTE FUNCTION project_export_guard();
CREATE TRIGGER project_export_stays BEFORE DELETE OR TRUNCATE ON project_export FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE TRIGGER project_export_part_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON project_export_part FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
