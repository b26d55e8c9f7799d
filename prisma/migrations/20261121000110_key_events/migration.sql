-- Who did what to which key: append-only, written by the statement that does it, so that neither is there without the other.

CREATE TABLE api_key_event (
  id              bigint GENERATED ALWAYS AS IDENTITY,
  project_id      text COLLATE "C" NOT NULL REFERENCES project,
  key_id          text COLLATE "C" NOT NULL,
  action          text NOT NULL CHECK (action IN ('issued', 'replaced', 'revoked')),
  actor_member_id text COLLATE "C", -- null: whoever has the database, through the command line
  created_at      timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, key_id) REFERENCES api_key,
  FOREIGN KEY (project_id, actor_member_id) REFERENCES member
);
CREATE INDEX api_key_event_key ON api_key_event (project_id, key_id, id);

CREATE FUNCTION api_key_event_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'api_key_event is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER api_key_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON api_key_event
  FOR EACH STATEMENT EXECUTE FUNCTION api_key_event_append_only();
