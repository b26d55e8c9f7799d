-- Who did what as an administrator: append-only and chained by hashes, one chain for each organization and one for the platform, so that writers of
-- two organizations never wait for each other. An entry is inserted by the transaction of the act that it tells of, so neither is there
-- without the other. Number, time and hashes are given by a trigger: whoever inserts, by whatever way, continues the chain.
--
-- Locks: the head of a chain before anything else that an act locks (executions, accounts); the paths of paid work take no head.

CREATE TABLE audit_log_head (
  chain  text COLLATE "C" PRIMARY KEY, -- an organization's id, or `platform`
  number bigint NOT NULL,
  hash   bytea NOT NULL CHECK (octet_length(hash) = 32)
);

CREATE TABLE audit_log (
  chain           text COLLATE "C" NOT NULL,
  number          bigint NOT NULL, -- 1, 2, 3 … of its chain, without a gap
  at              timestamptz(3) NOT NULL,
  actor_kind      text NOT NULL CHECK (actor_kind IN ('member', 'operator', 'system')),
  actor           text NOT NULL, -- the subject of the session; of the system: which program
  act             text NOT NULL,
  project         text COLLATE "C", -- null: of the organization, or of the platform
  target          text NOT NULL, -- id of what was acted on
  before          jsonb, -- null: it was not there
  after           jsonb, -- null: it is there no longer
  reason          text,
  request_id      text,
  idempotency_key text,
  body_sha256     bytea,
  response        jsonb, -- what a replay is answered; no secret
  previous_hash   bytea NOT NULL,
  hash            bytea NOT NULL,
  PRIMARY KEY (chain, number),
  CHECK ((idempotency_key IS NULL) = (body_sha256 IS NULL)),
  CHECK (idempotency_key IS NULL OR response IS NOT NULL)
);
CREATE UNIQUE INDEX audit_log_idempotency ON audit_log (chain, actor_kind, actor, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX audit_log_project ON audit_log (chain, project, number);

-- What an entry's hash covers, with the hash of the one before it: every column. JSON as PostgreSQL writes it: one text for one value.
CREATE FUNCTION audit_log_content(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    entry.chain, entry.number, (extract(epoch FROM entry.at) * 1000)::bigint, entry.actor_kind, entry.actor, entry.act, entry.project, entry.target,
    entry.before, entry.after, entry.reason, entry.request_id, entry.idempotency_key, encode(entry.body_sha256, 'hex'), entry.response)::text;
$$;

-- Holds the chain for the rest of the transaction, and begins it where it is new.
CREATE FUNCTION audit_log_lock(p_chain text) RETURNS audit_log_head LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head audit_log_head;
BEGIN
  INSERT INTO audit_log_head VALUES (p_chain, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_log_head WHERE chain = p_chain FOR UPDATE;
  RETURN head;
END $$;

CREATE FUNCTION audit_log_chained() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head audit_log_head := audit_log_lock(NEW.chain);
BEGIN
  NEW.number := head.number + 1;
  NEW.at := date_trunc('milliseconds', clock_timestamp());
  NEW.previous_hash := head.hash;
  NEW.hash := sha256(head.hash || convert_to(audit_log_content(NEW), 'UTF8'));
  UPDATE audit_log_head SET number = NEW.number, hash = NEW.hash WHERE chain = NEW.chain;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_chained BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_chained();

CREATE FUNCTION audit_log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_append_only();
