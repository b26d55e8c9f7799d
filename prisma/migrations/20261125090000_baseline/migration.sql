-- The baseline: all tables, indexes and constraints of 0.3.0, the first schema that is kept. Functions and triggers stand in prisma/functions and are applied
-- after the migrations; `instant()` and `server_timeline()`, which defaults of columns call, before them. prisma/schema.sql shows all that is in force.
--
-- A table of a project has project_id first in every key, so that it can be distributed by it (a test reads the catalogue). Constraints say what a row may
-- never be, so that no code of ours, and no hand in psql, can make it so. Text ids are compared bytewise (COLLATE "C"): they are time-ordered, so text order
-- is creation order.

-- Organizations, projects, people and keys. Locks: an organization, then its projects by id, then members, then keys. Giving or taking a role locks the
-- project first, so that two ADMINs cannot remove each other; making a key locks its owner FOR SHARE, so that no key is made past a removal.

CREATE TABLE organization (
  id                 text COLLATE "C" PRIMARY KEY,
  name               text NOT NULL,
  created_at         timestamptz(3) NOT NULL DEFAULT instant(),
  monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0) -- of its live projects together; null: no cap
);

-- A person of an organization. Their rights in a project are their row in member, which has the same subject.
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

CREATE TABLE project (
  id                 text COLLATE "C" PRIMARY KEY,
  organization_id    text COLLATE "C" NOT NULL REFERENCES organization,
  name               text NOT NULL,
  execution_enabled  boolean NOT NULL DEFAULT true,
  monthly_cap_micros bigint DEFAULT 100000000 CHECK (monthly_cap_micros >= 0), -- null: no cap; 100 USD
  created_at         timestamptz(3) NOT NULL DEFAULT instant(),
  environment        text NOT NULL DEFAULT 'live' CHECK (environment IN ('live', 'test')), -- for ever
  low_balance_micros bigint CHECK (low_balance_micros >= 0), -- below it the balance counts as low, for the people who top it up; null: never
  suspended_at       timestamptz(3), -- by an operator, and no ADMIN lifts it: nothing new is executed
  suspended_reason   text, -- which its members read
  archived_at        timestamptz(3), -- it has no keys; what it has left stays
  CONSTRAINT project_suspension CHECK ((suspended_at IS NULL) = (suspended_reason IS NULL)),
  CONSTRAINT project_archived_is_off CHECK (archived_at IS NULL OR NOT execution_enabled)
);
CREATE INDEX project_organization ON project (organization_id);
CREATE INDEX project_low_balance ON project (id) WHERE low_balance_micros IS NOT NULL;

-- A removed member's role is VIEWER, so that it administers nothing whatever reads it.
CREATE TABLE member (
  id             text COLLATE "C" NOT NULL,
  project_id     text COLLATE "C" NOT NULL REFERENCES project,
  subject        text NOT NULL, -- the `sub` of the member's session token
  name           text NOT NULL,
  role           text NOT NULL CHECK (role IN ('ADMIN', 'MEMBER', 'VIEWER')),
  created_at     timestamptz(3) NOT NULL DEFAULT instant(),
  removed_at     timestamptz(3), -- null: a member now
  sessions_after timestamptz(3), -- sessions that began before are refused for ever
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, subject),
  CONSTRAINT member_removed_is_viewer CHECK (removed_at IS NULL OR role = 'VIEWER')
);

CREATE TABLE api_key (
  id                 text COLLATE "C" NOT NULL,
  lineage_id         text COLLATE "C" NOT NULL, -- the first key of a chain of rotations; idempotency and cancel rights follow it
  project_id         text COLLATE "C" NOT NULL REFERENCES project,
  member_id          text COLLATE "C" NOT NULL,
  name               text NOT NULL,
  public_id          text COLLATE "C" NOT NULL UNIQUE, -- all that a request shows: the one look-up that finds the project
  secret_hmac        bytea NOT NULL CHECK (octet_length(secret_hmac) = 32),
  scopes             text[] NOT NULL,
  created_at         timestamptz(3) NOT NULL DEFAULT instant(),
  expires_at         timestamptz(3), -- null: never
  revoked_at         timestamptz(3),
  monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0), -- of its lineage; null: no cap of its own
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, member_id) REFERENCES member
);

-- Events of keys: append-only, written by the statement that changes the key, so that neither is there without the other.
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

-- When keys were last used, to the minute; apart from the keys, which every request reads.
CREATE TABLE api_key_use (
  project_id text COLLATE "C" NOT NULL,
  key_id     text COLLATE "C" NOT NULL,
  used_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, key_id),
  FOREIGN KEY (project_id, key_id) REFERENCES api_key
) WITH (fillfactor = 50);

-- Invitations: a person who has the code of one joins its organization, once. The database holds an HMAC of the code under the pepper of keys. Locks: the
-- chain of the audit log and the organization, then the invitation.
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

-- Origins whose pages may read what the API answers to a key of the project. Off until somebody names one. A preflight carries no key, so it names no
-- project: it is answered by the index; what a page then reads is decided by the key's own project.
CREATE TABLE project_origins (
  project_id text COLLATE "C" PRIMARY KEY REFERENCES project,
  origins    text[] NOT NULL CHECK (cardinality(origins) <= 20 AND array_position(origins, NULL) IS NULL),
  set_at     timestamptz(3) NOT NULL DEFAULT instant()
);
CREATE INDEX project_origins_listed ON project_origins USING gin (origins);

-- One row for the whole platform, which every look-up of a key reads.
CREATE TABLE platform (
  id                boolean PRIMARY KEY DEFAULT true CHECK (id),
  execution_enabled boolean NOT NULL DEFAULT true
);
INSERT INTO platform DEFAULT VALUES;

-- The ledger. Only functions of prisma/functions/ledger write it.

-- One row a project. Money cannot be made or lost inside a transaction, whatever the code does.
CREATE TABLE ledger_account (
  project_id       text COLLATE "C" PRIMARY KEY REFERENCES project,
  funded_micros    bigint NOT NULL DEFAULT 0 CHECK (funded_micros >= 0),
  available_micros bigint NOT NULL DEFAULT 0 CHECK (available_micros >= 0),
  held_micros      bigint NOT NULL DEFAULT 0 CHECK (held_micros >= 0),
  spent_micros     bigint NOT NULL DEFAULT 0 CHECK (spent_micros >= 0),
  CONSTRAINT ledger_account_balances CHECK (funded_micros = available_micros + held_micros + spent_micros)
) WITH (fillfactor = 50); -- updated for every execution: room for heap-only updates

-- Append-only, and as ledger_transfer_is_sound says. Every execution has one `reserve` and, once it has ended, one `settle` (whose amount may be 0, so that a
-- second settlement always collides) and a `release` of what is left, if anything is.
CREATE TABLE ledger_transfer (
  id            bigint GENERATED BY DEFAULT AS IDENTITY,
  project_id    text COLLATE "C" NOT NULL, -- of an account: ledger_transfer_is_booked
  kind          text NOT NULL,
  debit         text NOT NULL,
  credit        text NOT NULL,
  amount_micros bigint NOT NULL,
  execution_id  text COLLATE "C",
  reference     text, -- names a top-up, so that it happens once
  created_at    timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, id) -- the audit sums a project's transfers
);
CREATE UNIQUE INDEX ledger_transfer_once ON ledger_transfer (project_id, execution_id, kind) WHERE execution_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transfer_reference ON ledger_transfer (project_id, reference) WHERE reference IS NOT NULL;

-- Which execution a refund names. Append-only; its amount is that of the transfer with its reference.
CREATE TABLE ledger_refund (
  project_id   text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  reference    text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, execution_id, reference)
);
CREATE UNIQUE INDEX ledger_refund_reference ON ledger_refund (project_id, reference);

-- Roll-up, written by the settlement: a month is the UTC month in which the request was settled.
CREATE TABLE usage_month (
  project_id       text COLLATE "C" NOT NULL REFERENCES ledger_account,
  month            date NOT NULL CHECK (month = date_trunc('month', month)),
  settled_requests bigint NOT NULL DEFAULT 0 CHECK (settled_requests >= 0),
  charged_micros   bigint NOT NULL DEFAULT 0 CHECK (charged_micros >= 0),
  PRIMARY KEY (project_id, month)
) WITH (fillfactor = 50);

-- A lineage that has, or had, a cap; written for each of its executions by the triggers of execution.
CREATE TABLE ledger_key_cap (
  project_id         text COLLATE "C" NOT NULL REFERENCES project,
  lineage_id         text COLLATE "C" NOT NULL,
  monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0), -- null: no longer
  held_micros        bigint NOT NULL CHECK (held_micros >= 0),
  PRIMARY KEY (project_id, lineage_id)
) WITH (fillfactor = 50);

CREATE TABLE ledger_key_usage (
  project_id     text COLLATE "C" NOT NULL,
  lineage_id     text COLLATE "C" NOT NULL,
  month          date NOT NULL CHECK (month = date_trunc('month', month)),
  charged_micros bigint NOT NULL CHECK (charged_micros >= 0),
  PRIMARY KEY (project_id, lineage_id, month),
  FOREIGN KEY (project_id, lineage_id) REFERENCES ledger_key_cap
) WITH (fillfactor = 50);

-- Money that one operator wants to give, and another one has to confirm. A proposal books nothing; who proposed it cannot confirm it, whoever writes that.
CREATE TABLE funding_proposal (
  project_id    text COLLATE "C" NOT NULL REFERENCES project,
  id            text COLLATE "C" NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('top_up', 'credit', 'adjustment', 'refund')),
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  reference     text COLLATE "C" NOT NULL, -- of the transfer that it becomes
  execution_id  text COLLATE "C",          -- that a refund names
  reason        text,
  proposed_by   text NOT NULL,
  proposed_at   timestamptz(3) NOT NULL DEFAULT instant(),
  outcome       text CHECK (outcome IN ('confirmed', 'declined')), -- null: it waits
  decided_by    text,
  decided_at    timestamptz(3),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, reference),
  CONSTRAINT funding_proposal_is_decided CHECK ((outcome IS NULL) = (decided_by IS NULL) AND (outcome IS NULL) = (decided_at IS NULL)),
  CONSTRAINT funding_proposal_by_two CHECK (outcome IS DISTINCT FROM 'confirmed' OR decided_by <> proposed_by)
);

-- Executions.

-- execution_is_held and execution_guard say what a row may be: a CHECK, and a generated column, are read from the catalogue and planned by every statement.
CREATE TABLE execution (
  id                    text COLLATE "C" NOT NULL,
  project_id            text COLLATE "C" NOT NULL, -- of an account: its hold is taken from it
  key_id                text COLLATE "C" NOT NULL,
  key_lineage           text COLLATE "C" NOT NULL,
  idempotency_key       text COLLATE "C" NOT NULL,
  body_sha256           bytea NOT NULL,
  tool                  text COLLATE "C" NOT NULL,
  model                 text,
  status                text COLLATE "C" NOT NULL DEFAULT 'queued',
  status_reason         text,
  cancel_requested_at   timestamptz(3),
  price_version         text NOT NULL,
  minimum_micros        bigint NOT NULL,
  maximum_micros        bigint NOT NULL,
  charged_micros        bigint,
  plan                  jsonb NOT NULL,
  billing               json,  -- these four are given back as they were given, so they are never taken apart on their way
  result                json,
  error                 json,
  local_steps           json,  -- steps of our own machines that ended with it, as execution_steps reads them
  engine                text NOT NULL, -- whose queue should look next
  epoch                 integer NOT NULL DEFAULT 0,    -- claims so far; names a wake-up, so that one after a claim is another
  claim_token           uuid,                          -- of the claim that holds it, drawn anew by each; all writes of a worker carry it; null: nobody's
  attempts              integer NOT NULL DEFAULT 0,    -- claims, less those handed back in order
  notified              integer NOT NULL DEFAULT 0,    -- wake-ups of the keeper since the last claim, for the backoff
  max_runtime_seconds   integer NOT NULL,
  run_at                timestamptz(3),                -- when it is due: accepted, handed over or handed back then, or the end of a pause; null at the end
  leased_until          timestamptz(3),                -- until when nobody else may claim it; set exactly while a claim holds it
  cancel_after          timestamptz(3),                -- the client's own time limit; null: none
  review                jsonb,                         -- {step, reason, since, exposureMicros} while the outcome of a paid call is unknown
  review_at             timestamptz(3),                -- when a review is looked at next
  review_lookups        integer NOT NULL DEFAULT 0,    -- for the backoff
  resolve_by            timestamptz(3),                -- when the review ends in the customer's favour
  timeline              integer NOT NULL DEFAULT server_timeline(), -- on which it was accepted
  created_at            timestamptz(3) NOT NULL DEFAULT instant(),
  started_at            timestamptz(3),
  finished_at           timestamptz(3),
  ended                 text COLLATE "C", -- the status in which it ended without success, written by execution_guard: for the lists by status
  content_deleted_at    timestamptz(3),
  content_deleted_by    text COLLATE "C", -- kind of the person or service that deleted it
  content_deleted_actor text,             -- who, as the issuer of their session names them; null: the service itself
  PRIMARY KEY (project_id, id) WITH (deduplicate_items = off)
) WITH (fillfactor = 40);  -- a claimed and an ended version of a row find room beside it
-- The primary key is the one index that serves `project_id = … AND id = …`: a planner that believes the table small finds it no better than any other
-- that begins with the project, and plans are kept. So the project is collated otherwise in all others: "POSIX" and "ucs_basic" order as "C" does, but
-- PostgreSQL takes them for something else, and uses these indexes only for whoever writes COLLATE: "ucs_basic" by idempotency key, "POSIX" in lists.
-- No key of these is there twice but by versions of one row, which are removed sooner than packed: packing cost a tenth of a finish.
CREATE UNIQUE INDEX execution_once ON execution (project_id COLLATE "ucs_basic", idempotency_key) WITH (deduplicate_items = off);
CREATE INDEX execution_list ON execution (project_id COLLATE "POSIX", created_at DESC, id COLLATE "POSIX" DESC) WITH (deduplicate_items = off);
-- In another order than the list of all, which differs in nothing but its name: a plan for a tool that is common elsewhere can then not go along that one.
CREATE INDEX execution_list_tool ON execution (project_id COLLATE "POSIX", tool, created_at DESC NULLS LAST, id COLLATE "POSIX" DESC NULLS LAST) WITH (deduplicate_items = off);
-- A success is in no index that an open execution is not in, nor does an index have any other column that a claim, a heartbeat or an end changes, not
-- even in its predicate: all of these stay heap-only updates. Successes are the most of what is listed, so they are found without.
CREATE INDEX execution_list_ended ON execution (project_id COLLATE "POSIX", ended, created_at DESC, id COLLATE "POSIX" DESC) WITH (deduplicate_items = off) WHERE ended IS NOT NULL;
CREATE INDEX execution_list_tool_ended ON execution (project_id COLLATE "POSIX", tool, ended, created_at DESC NULLS LAST, id COLLATE "POSIX" DESC NULLS LAST) WITH (deduplicate_items = off) WHERE ended IS NOT NULL;
CREATE INDEX execution_overdue_review ON execution (resolve_by) WHERE resolve_by IS NOT NULL;

-- One row an execution that is open, from its acceptance to its end; the triggers of execution make it, move it to another engine and remove it. A
-- transaction that changes one holds its execution.
CREATE TABLE execution_job (
  project_id   text COLLATE "C" NOT NULL,
  engine       text COLLATE "C" NOT NULL, -- whose queue should look next
  id           text COLLATE "C" NOT NULL,
  notify_at    timestamptz(3) NOT NULL,   -- the keeper does not look before, and wakes nobody up; not later than somebody has to
  cancel_after timestamptz(3),            -- as the execution has it
  PRIMARY KEY (project_id, engine, id)    -- of a project by engine, in the order in which it came
) WITH (fillfactor = 70);
CREATE INDEX execution_job_due ON execution_job (notify_at);
CREATE INDEX execution_job_cancel_after ON execution_job (cancel_after) WHERE cancel_after IS NOT NULL;

CREATE TABLE execution_step (
  project_id      text COLLATE "C" NOT NULL,
  execution_id    text COLLATE "C" NOT NULL,
  index           integer NOT NULL CHECK (index BETWEEN 0 AND 19),
  status          text NOT NULL CHECK (status IN ('pending', 'dispatching', 'submitted', 'unknown', 'succeeded', 'failed')),
  attempt         integer NOT NULL CHECK (attempt >= 1),
  claim_token     uuid NOT NULL, -- of the claim that wrote the row
  units           bigint CHECK (units >= 0),
  charged_micros  bigint CHECK (charged_micros >= 0),
  result          jsonb,
  started_at      timestamptz(3),
  finished_at     timestamptz(3),
  -- Of a step with a paid external call only.
  timeline        integer NOT NULL DEFAULT server_timeline(), -- on which its intent was written or taken back
  token           text,             -- the provider's idempotency token, the same for every send
  provider        text COLLATE "C", -- the entry that the last intent was for; null where a failover forgot it
  ref             text,             -- what the provider calls it
  dispatched_at   timestamptz(3),   -- the first intent that was not taken back
  exposure_micros bigint CHECK (exposure_micros >= 0), -- what the call can cost at most
  cost_micros     bigint CHECK (cost_micros >= 0),     -- what the provider proved to have charged
  PRIMARY KEY (project_id, execution_id, index),
  FOREIGN KEY (project_id, execution_id) REFERENCES execution,
  CONSTRAINT execution_step_intent CHECK (status NOT IN ('dispatching', 'submitted', 'unknown') OR (token IS NOT NULL AND dispatched_at IS NOT NULL)),
  CONSTRAINT execution_step_submitted CHECK (status <> 'submitted' OR ref IS NOT NULL)
);

-- Executions whose content was deleted and whose objects are still to be removed from the store: artifacts, and what a paid call came to, wherever a worker
-- left it.
CREATE TABLE execution_content_removal (
  project_id   text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  asked_at     timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, execution_id)
);

-- How far the running step of an execution is, where its worker knows: for whoever polls, and for nothing else. Unlogged, because losing it
-- costs nothing: it is told again within a second, and nobody decides by it. What was not told for a minute is stale, and removed by the next.
CREATE UNLOGGED TABLE execution_progress (
  project_id   text NOT NULL,
  execution_id text NOT NULL,
  step         integer NOT NULL,
  progress     double precision NOT NULL CHECK (progress BETWEEN 0 AND 1),
  told_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, execution_id)
);

-- Steps of reviews: a worker notes each in the transaction that makes it, and waits for nobody; the keeper makes entries of the audit log of them, under
-- the locks of the chains, which no worker takes. An act of an administrator or of the keeper that ends a review removes its note.
CREATE TABLE review_note (
  project_id     text COLLATE "C" NOT NULL,
  id             bigint GENERATED ALWAYS AS IDENTITY, -- in the order of an execution's steps
  execution_id   text COLLATE "C" NOT NULL,
  at             timestamptz(3) NOT NULL DEFAULT instant(),
  program        text NOT NULL, -- that made the step, as its sessions are named
  status_before  text NOT NULL,
  status         text NOT NULL,
  review         jsonb NOT NULL,
  resolve_by     timestamptz(3) NOT NULL,
  held_micros    bigint NOT NULL,
  charged_micros bigint,        -- once it has ended
  PRIMARY KEY (project_id, id)
);

-- Processor time that a project's failed work took in the current hour; nobody was charged for it.
CREATE TABLE project_free_cpu (
  project_id text COLLATE "C" PRIMARY KEY REFERENCES project,
  hour       timestamptz(3) NOT NULL,
  seconds    double precision NOT NULL CHECK (seconds >= 0)
);

-- Retention: a project keeps the content of its executions for a period after their end, if somebody set one. What has to be deleted is found along the
-- settlements, which are in the order of the ends, so neither an accept nor an end writes a byte more.
CREATE TABLE project_retention (
  project_id  text COLLATE "C" PRIMARY KEY REFERENCES project,
  days        integer CHECK (days BETWEEN 30 AND 3650), -- null: for ever
  set_at      timestamptz(3) NOT NULL DEFAULT instant(),
  next_at     timestamptz(3),                           -- when something may be due
  transfer_id bigint NOT NULL DEFAULT 0,                -- what was settled up to here has lost its content
  CONSTRAINT project_retention_is_looked_at CHECK ((days IS NULL) = (next_at IS NULL))
);
CREATE INDEX project_retention_due ON project_retention (next_at) WHERE next_at IS NOT NULL;

-- Files: uploads and artifacts. The bytes are in the object store, written before the row and removed after it.

CREATE TABLE file (
  id                    text COLLATE "C" NOT NULL,
  project_id            text COLLATE "C" NOT NULL REFERENCES project,
  origin                text NOT NULL CHECK (origin IN ('upload', 'artifact')),
  execution_id          text COLLATE "C",
  step                  integer,
  position              integer,
  sha256                bytea NOT NULL CHECK (octet_length(sha256) = 32),
  mime_type             text NOT NULL,
  size_bytes            bigint NOT NULL CHECK (size_bytes > 0),
  width                 integer CHECK (width > 0),
  height                integer CHECK (height > 0),
  duration_seconds      double precision CHECK (duration_seconds >= 0),
  object_key            text COLLATE "C" NOT NULL,
  created_at            timestamptz(3) NOT NULL DEFAULT instant(),
  expires_at            timestamptz(3) NOT NULL,
  deleted_at            timestamptz(3), -- the object is gone; the row stays as evidence
  content_deleted_at    timestamptz(3),   -- by somebody, before its time
  content_deleted_by    text COLLATE "C", -- kind of the person or service that deleted it
  content_deleted_actor text,              -- who, as the issuer of their session names them; null: the service itself
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, object_key),
  FOREIGN KEY (project_id, execution_id) REFERENCES execution,
  CONSTRAINT file_origin CHECK ((origin = 'artifact') = (execution_id IS NOT NULL AND step IS NOT NULL AND position IS NOT NULL)),
  CONSTRAINT file_tombstone CHECK ((content_deleted_at IS NULL) = (content_deleted_by IS NULL) AND (content_deleted_at IS NULL OR deleted_at IS NOT NULL))
);
-- The same bytes in the same project are the same file.
CREATE UNIQUE INDEX file_upload_once ON file (project_id, sha256) WHERE origin = 'upload';
CREATE UNIQUE INDEX file_artifact_once ON file (project_id, execution_id, step, position) WHERE origin = 'artifact';
CREATE INDEX file_expiry ON file (expires_at) WHERE deleted_at IS NULL;

-- The bytes that each project keeps: a row a project, moved by every change of its files, so that nobody ever counts them. Uploads are refused above a
-- quota; artifacts are counted and never refused, because they were paid for.
CREATE TABLE project_storage (
  project_id   text COLLATE "C" PRIMARY KEY REFERENCES project,
  stored_bytes bigint NOT NULL CHECK (stored_bytes >= 0)
) WITH (fillfactor = 50);

-- Objects that the search for orphans has taken for removal. No row may begin to refer to one: whoever put it was too slow, and puts
-- it again under another key.
CREATE TABLE object_removal (
  object_key text COLLATE "C" PRIMARY KEY,
  taken_at   timestamptz(3) NOT NULL DEFAULT instant()
);

-- Objects of deleted files that the store still has. Nobody will refer to one again: the same bytes, uploaded again, are another object.
CREATE TABLE file_removal (
  project_id text COLLATE "C" NOT NULL,
  object_key text COLLATE "C" NOT NULL,
  next_at    timestamptz(3) NOT NULL DEFAULT instant(), -- the first in this order is removed first; what the store refused goes behind the others
  PRIMARY KEY (project_id, object_key)
);

-- Addresses by which one file may be stored without a key. Making one writes nothing: it carries all that it permits, sealed. Its use is written in the
-- transaction of its file, so of two at once one finds the other's row and stores nothing. The next use in the same project removes rows an hour after
-- their address has ended.
CREATE TABLE upload_url_use (
  project_id text COLLATE "C" NOT NULL REFERENCES project,
  id         text COLLATE "C" NOT NULL,
  file_id    text COLLATE "C" NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  CONSTRAINT upload_url_use_file FOREIGN KEY (project_id, file_id) REFERENCES file (project_id, id)
);
CREATE INDEX upload_url_use_end ON upload_url_use (project_id, expires_at);

-- Uploads that are sent in parts. Each part is an object with its row; the offset moves with the row of the part, in one transaction, from where the sender
-- believed it to be. The announced size counts to what the project keeps from the beginning to the end, so a project that may not keep a file cannot begin
-- it. A finished upload names its file until it ends.
CREATE TABLE upload_resumable (
  project_id   text COLLATE "C" NOT NULL REFERENCES project,
  id           text COLLATE "C" NOT NULL,
  mime_type    text NOT NULL,
  size_bytes   bigint NOT NULL CHECK (size_bytes > 0),
  offset_bytes bigint NOT NULL DEFAULT 0,
  parts        integer NOT NULL DEFAULT 0 CHECK (parts BETWEEN 0 AND 2000), -- however small they are sent
  file_id      text COLLATE "C",
  created_at   timestamptz(3) NOT NULL DEFAULT instant(),
  expires_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  CONSTRAINT upload_resumable_offset CHECK (offset_bytes BETWEEN 0 AND size_bytes),
  CONSTRAINT upload_resumable_file FOREIGN KEY (project_id, file_id) REFERENCES file (project_id, id)
);
CREATE INDEX upload_resumable_end ON upload_resumable (expires_at);

CREATE TABLE upload_resumable_part (
  project_id   text COLLATE "C" NOT NULL,
  upload_id    text COLLATE "C" NOT NULL,
  offset_bytes bigint NOT NULL CHECK (offset_bytes >= 0),
  size_bytes   bigint NOT NULL CHECK (size_bytes > 0),
  object_key   text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, upload_id, offset_bytes),
  CONSTRAINT upload_resumable_part_upload FOREIGN KEY (project_id, upload_id) REFERENCES upload_resumable (project_id, id)
);

-- Providers and run times.

-- Circuit breakers of external providers, shared by all workers and gateways: a provider that fails again and again is left alone for a while, and its
-- tools answer 503 instead of taking holds. A hint only: no amount depends on it.
CREATE TABLE provider_circuit (
  provider   text COLLATE "C" PRIMARY KEY,
  failures   integer NOT NULL DEFAULT 0 CHECK (failures >= 0), -- in a row
  open_until timestamptz(3)                                    -- null: closed
);

-- Costs of calls of external services, and how each is known: as the provider stated it, as it follows from a tariff, and what of it was booked, which is
-- all that a customer can be charged in a failure or a cancel. Written with the step, by the claim that holds it; what is learned later is noted beside it,
-- at the operator's expense, and never changes what was booked.
CREATE TABLE provider_cost (
  project_id     text COLLATE "C" NOT NULL,
  execution_id   text COLLATE "C" NOT NULL,
  step           integer     NOT NULL CHECK (step >= 0),
  provider       text COLLATE "C" NOT NULL,
  model          text COLLATE "C" NOT NULL,
  ref            text, -- the provider's name of the call
  stated_micros  bigint CHECK (stated_micros >= 0),
  derived_micros bigint CHECK (derived_micros >= 0),
  booked_micros  bigint NOT NULL CHECK (booked_micros >= 0),
  late_micros    bigint CHECK (late_micros >= 0), -- stated after it was booked
  -- What the operator bears: all that the provider takes beyond what was booked; below zero, what it took less.
  margin_micros  bigint GENERATED ALWAYS AS (booked_micros - coalesce(late_micros, stated_micros, derived_micros, 0)) STORED,
  lookups        integer NOT NULL DEFAULT 0,
  lookup_at      timestamptz(3), -- when to ask for its invoice; null: never again
  recorded_at    timestamptz(3) NOT NULL DEFAULT instant(),
  late_at        timestamptz(3),
  PRIMARY KEY (project_id, execution_id, step),
  FOREIGN KEY (project_id, execution_id) REFERENCES execution,
  CHECK (booked_micros <= coalesce(stated_micros, derived_micros, 0)),
  CHECK ((late_micros IS NULL) = (late_at IS NULL))
);
CREATE INDEX provider_cost_lookup_at ON provider_cost (lookup_at) WHERE lookup_at IS NOT NULL;

-- How long executions take: successes by tool, model and day, counted once each where the audit folds their settlements. For the catalog;
-- nothing depends on it.
CREATE TABLE tool_duration (
  tool        text COLLATE "C" NOT NULL,
  model       text COLLATE "C" NOT NULL, -- empty: the tool has none
  environment text COLLATE "C" NOT NULL, -- of the project: external tools of test projects run on a simulator
  day         date NOT NULL,             -- on which they ended, UTC
  bucket      smallint NOT NULL,         -- n: from 1.1^n to 1.1^(n+1) seconds
  runs        bigint NOT NULL,
  PRIMARY KEY (environment, day, tool, model, bucket)
);

CREATE SEQUENCE price_revision;

-- Prices: published tables, each in force from one instant to the next one's, and the terms of single projects. Instants are the database's, so that no
-- clock of a gateway decides which price is in force. A publisher holds `price_lock` until its commit, so revisions are seen in their order. An accept that
-- cannot see a table yet began before that table was committed, and nobody can quote by a table before: so every execution at an old version was accepted
-- before the first at the new one.
CREATE TABLE price_table (
  version       text COLLATE "C" PRIMARY KEY, -- date and digest of `prices`
  revision      bigint NOT NULL,              -- of its last change: gateways ask for what is newer than they know
  prices        jsonb NOT NULL,               -- the whole table
  effective_at  timestamptz(3) NOT NULL,
  superseded_at timestamptz(3),               -- null: nothing follows yet
  cancelled_at  timestamptz(3),               -- before it began
  published_at  timestamptz(3) NOT NULL DEFAULT instant(),
  published_by  text NOT NULL,
  CONSTRAINT price_table_follows CHECK (superseded_at > effective_at)
);
CREATE UNIQUE INDEX price_table_effective ON price_table (effective_at) WHERE cancelled_at IS NULL;
CREATE INDEX price_table_revision ON price_table (revision);

-- Terms of one project: a part of the list and prices of its own. Null: the list again.
CREATE TABLE project_price_terms (
  project_id    text COLLATE "C" NOT NULL REFERENCES project,
  version       text COLLATE "C" NOT NULL,
  revision      bigint NOT NULL,
  terms         jsonb,
  effective_at  timestamptz(3) NOT NULL,
  superseded_at timestamptz(3),
  cancelled_at  timestamptz(3),
  published_at  timestamptz(3) NOT NULL DEFAULT instant(),
  published_by  text NOT NULL,
  PRIMARY KEY (project_id, version),
  CONSTRAINT project_price_terms_follows CHECK (superseded_at > effective_at)
);
CREATE UNIQUE INDEX project_price_terms_effective ON project_price_terms (project_id, effective_at) WHERE cancelled_at IS NULL;
CREATE INDEX project_price_terms_revision ON project_price_terms (revision);

-- The versions under which clients are quoted, and what each stands for. A gateway enters them before it quotes; one that is not here is of the last
-- release, whose prices were in its code.
CREATE TABLE price_version (
  version       text COLLATE "C" PRIMARY KEY,
  table_version text COLLATE "C" NOT NULL REFERENCES price_table,
  terms_version text COLLATE "C" -- null: without terms
);

-- Pipelines that a project keeps under a name, in versions that never change. An execution of one is that of a pipeline with another name: `tool` is
-- `@name` and `model` its version, so nothing on the way of an accept knows of templates.
CREATE TABLE template (
  project_id  text COLLATE "C" NOT NULL REFERENCES project,
  name        text COLLATE "C" NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  latest      integer NOT NULL CHECK (latest BETWEEN 1 AND 100),
  active      integer CHECK (active BETWEEN 1 AND latest), -- what `@name` means; null: none was activated yet
  archived_at timestamptz(3),
  updated_at  timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, name)
);

CREATE TABLE template_version (
  project_id     text COLLATE "C" NOT NULL,
  name           text COLLATE "C" NOT NULL,
  version        integer NOT NULL CHECK (version BETWEEN 1 AND 100),
  content        json NOT NULL CHECK (length(content::text) <= 131072), -- given back as it was given
  content_sha256 bytea NOT NULL CHECK (length(content_sha256) = 32),
  key_id         text COLLATE "C" NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, name, version),
  UNIQUE (project_id, name, content_sha256),
  FOREIGN KEY (project_id, name) REFERENCES template,
  FOREIGN KEY (project_id, key_id) REFERENCES api_key (project_id, id)
);

-- Batches: up to 1,000 executions of one tool, accepted all or none under one idempotency key. Each is an execution like any other; these tables say only
-- which of them came together.
CREATE TABLE batch (
  project_id          text COLLATE "C" NOT NULL REFERENCES project,
  id                  text COLLATE "C" NOT NULL CHECK (id ~ '^bat_[0-9a-z]{26}$'),
  key_id              text COLLATE "C" NOT NULL,
  key_lineage         text COLLATE "C" NOT NULL,
  idempotency_key     text COLLATE "C" NOT NULL,
  body_sha256         bytea NOT NULL CHECK (length(body_sha256) = 32),
  tool                text COLLATE "C" NOT NULL,
  price_version       text COLLATE "C" NOT NULL,
  executions          integer NOT NULL CHECK (executions BETWEEN 1 AND 1000),
  minimum_micros      bigint NOT NULL CHECK (minimum_micros BETWEEN 0 AND maximum_micros), -- the sums of its executions'
  maximum_micros      bigint NOT NULL CHECK (maximum_micros > 0),
  created_at          timestamptz(3) NOT NULL,
  cancel_requested_at timestamptz(3),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, idempotency_key)
);
CREATE INDEX batch_newest ON batch (project_id, created_at DESC, id DESC);

CREATE TABLE batch_item (
  project_id   text COLLATE "C" NOT NULL,
  batch_id     text COLLATE "C" NOT NULL,
  index        integer NOT NULL CHECK (index BETWEEN 0 AND 999), -- its place in the body
  execution_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, batch_id, index),
  UNIQUE (project_id, execution_id),
  FOREIGN KEY (project_id, batch_id) REFERENCES batch,
  FOREIGN KEY (project_id, execution_id) REFERENCES execution
);

-- Payments by card. A checkout is an amount that somebody may pay at the provider of payments; its outcome arrives as events, each applied once. Money is
-- booked by ledger_fund alone: `stripe-<checkout>` is the top-up, so that a checkout is booked at most once whatever events say, and adjustments take back
-- what was refunded or disputed there, never below what is available. Locks: the chain of the audit log, then the checkout, then the account.
CREATE TABLE checkout (
  project_id      text COLLATE "C" NOT NULL REFERENCES project,
  id              text COLLATE "C" NOT NULL,
  amount_micros   bigint NOT NULL CHECK (amount_micros > 0 AND amount_micros % 10000 = 0), -- whole cents
  is_live         boolean NOT NULL, -- false: of the provider's test mode
  opened_by       text NOT NULL,
  opened_at       timestamptz(3) NOT NULL DEFAULT instant(),
  expires_at      timestamptz(3) NOT NULL,
  status          text NOT NULL DEFAULT 'opening' CHECK (status IN ('opening', 'open', 'processing', 'paid', 'failed', 'expired')),
  session         text COLLATE "C", -- the provider's; null: it has not answered yet
  url             text,
  payment         text COLLATE "C", -- that its refunds and disputes name
  paid_at         timestamptz(3),
  refunded_micros bigint NOT NULL DEFAULT 0 CHECK (refunded_micros >= 0),
  disputed_micros bigint NOT NULL DEFAULT 0 CHECK (disputed_micros >= 0),
  taken_micros    bigint NOT NULL DEFAULT 0, -- of both, what was taken from the balance; the rest was spent or held
  PRIMARY KEY (project_id, id),
  CONSTRAINT checkout_is_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT checkout_is_taken CHECK (taken_micros BETWEEN 0 AND least(amount_micros, refunded_micros + disputed_micros))
);
CREATE INDEX checkout_payment ON checkout (payment) WHERE payment IS NOT NULL;

-- Every event of ours that was applied, by the provider's id: none is applied twice. Of no project: one of them may name a checkout that is not there.
CREATE TABLE payment_event (
  id            text COLLATE "C" PRIMARY KEY,
  kind          text NOT NULL,
  subject       text COLLATE "C" NOT NULL, -- the provider's session, payment or dispute
  at            timestamptz(3) NOT NULL,   -- by the provider
  received_at   timestamptz(3) NOT NULL DEFAULT instant(),
  project       text COLLATE "C" NOT NULL,
  checkout      text COLLATE "C" NOT NULL,
  amount_micros bigint NOT NULL,
  problem       text -- why a person has to look at it; null: all is booked
);
CREATE INDEX payment_event_checkout ON payment_event (project, checkout);
CREATE INDEX payment_event_problem ON payment_event (id) WHERE problem IS NOT NULL;

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

-- Webhooks: ends of executions are sent to the endpoints of their project. They are found along the settlements, of which each ended execution has one, so
-- neither an accept nor an end writes a byte more: a cursor a project, and a row for each end and endpoint, made once.
CREATE TABLE webhook_endpoint (
  project_id      text COLLATE "C" NOT NULL REFERENCES project,
  id              text COLLATE "C" NOT NULL,
  url             text NOT NULL,
  secret          text NOT NULL, -- sealed under the URL secret
  events          text[] NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT instant(),
  delivered_at    timestamptz(3), -- the last time that it took something
  disabled_at     timestamptz(3),
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  enabled         boolean NOT NULL DEFAULT true, -- as its project wants it; disabled_at: as its responses had it
  enabled_at      timestamptz(3), -- again; what ended before is not sent
  previous_secret text, -- sealed; it signs beside the other
  previous_until  timestamptz(3),
  PRIMARY KEY (project_id, id),
  CONSTRAINT webhook_endpoint_is_disabled CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CONSTRAINT webhook_endpoint_previous CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);

-- `transfer_id`: all below was looked at, and nothing below can appear any more. `mark_id`: so will be all up to here, once every transaction that was open when
-- `mark_xid` began is over.
CREATE TABLE webhook_cursor (
  project_id  text COLLATE "C" PRIMARY KEY REFERENCES project,
  transfer_id bigint NOT NULL,
  mark_id     bigint NOT NULL,
  mark_xid    bigint NOT NULL
);

-- Deliveries. A replay goes on counting `attempts`, which fences the keepers that record one; the pauses begin anew.
CREATE TABLE webhook_delivery (
  project_id      text COLLATE "C" NOT NULL,
  endpoint_id     text COLLATE "C" NOT NULL,
  execution_id    text COLLATE "C" NOT NULL,
  event           text NOT NULL,
  attempts        integer NOT NULL DEFAULT 0, -- begun; whoever records one says which
  next_at         timestamptz(3),             -- of the next attempt, or when the lease of the one under way is over; null: it has ended
  status_code     integer,
  error           text,
  delivered_at    timestamptz(3),
  created_at      timestamptz(3) NOT NULL DEFAULT instant(),
  attempts_before integer NOT NULL DEFAULT 0, -- when it was last asked for again
  replayed_at     timestamptz(3),
  attempt_log     jsonb NOT NULL DEFAULT '[]', -- an entry an attempt, the newest last: {"attempt", "at", "statusCode", "error", "durationMs"}; none of one whose keeper died
  PRIMARY KEY (project_id, endpoint_id, execution_id), -- an end is told once
  CONSTRAINT webhook_delivery_endpoint FOREIGN KEY (project_id, endpoint_id) REFERENCES webhook_endpoint (project_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (project_id, endpoint_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_age ON webhook_delivery (project_id, created_at);

-- The audit log: append-only and chained by hashes, one chain for each organization and one for the platform, so that writers of two organizations never
-- wait for each other. An entry is inserted by the transaction of its act, so neither is there without the other. Locks: the head of a chain before
-- anything else that an act locks (executions, accounts); the paths of paid work take no head.
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

-- The audit and the keeper. The audit compares executions, transfers, accounts, usage, costs, counters of capped keys, payments and batches, a bounded part
-- at a time: prisma/functions/audit.

-- Where each of the keeper's walks stands.
CREATE TABLE keeper_cursor (
  name     text COLLATE "C" PRIMARY KEY,
  position text COLLATE "C" NOT NULL DEFAULT '', -- empty: at the beginning
  next_at  timestamptz(3) NOT NULL DEFAULT '-infinity' -- nobody goes on before
);
INSERT INTO keeper_cursor (name) VALUES ('round'), ('accounts'), ('objects'), ('payments'), ('checkouts'), ('batches');

-- Each project's transfers summed up to transfer_id. The account's lock makes their ids rise in the order of their commits.
CREATE TABLE audit_account (
  project_id           text COLLATE "C" PRIMARY KEY,
  transfer_id          bigint NOT NULL,
  funded_micros        bigint NOT NULL,
  available_micros     bigint NOT NULL,
  held_micros          bigint NOT NULL,
  spent_micros         bigint NOT NULL,
  lineages_transfer_id bigint NOT NULL DEFAULT 0 -- up to which the lineages are summed, from the beginning of the project once one of its keys is capped
);

-- The same transfers as they should stand in usage_month.
CREATE TABLE audit_usage (
  project_id       text COLLATE "C" NOT NULL,
  month            date NOT NULL,
  settled_requests bigint NOT NULL,
  charged_micros   bigint NOT NULL,
  PRIMARY KEY (project_id, month)
);

-- The transfers up to there, by lineage: as they should stand in ledger_key_cap and ledger_key_usage.
CREATE TABLE audit_lineage (
  project_id  text COLLATE "C" NOT NULL,
  lineage_id  text COLLATE "C" NOT NULL,
  held_micros bigint NOT NULL,
  since       date, -- the month from which its counters tell of all; null: it has no cap
  PRIMARY KEY (project_id, lineage_id)
);

CREATE TABLE audit_lineage_usage (
  project_id     text COLLATE "C" NOT NULL,
  lineage_id     text COLLATE "C" NOT NULL,
  month          date NOT NULL,
  charged_micros bigint NOT NULL,
  PRIMARY KEY (project_id, lineage_id, month)
);

-- Problems that are there now. Each is looked at again in every tick, and removed once it is mended.
CREATE TABLE audit_finding (
  project_id text COLLATE "C" NOT NULL,
  rule       text COLLATE "C" NOT NULL,
  subject    text COLLATE "C" NOT NULL, -- an execution, a project, a project and month, a transfer
  problem    text NOT NULL,
  found_at   timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (rule, subject)
);
