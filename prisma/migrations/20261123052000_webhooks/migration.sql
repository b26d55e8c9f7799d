-- Ends of executions are told to the endpoints of their project. They are found along the settlements, of which each execution that has ended has one, so
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
  PRIMARY KEY (project_id, id),
  CONSTRAINT webhook_endpoint_is_disabled CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);

-- `transfer_id`: all below was looked at, and nothing below can appear any more. `mark_id`: so will be all up to here, once every transaction that was open when
-- `mark_xid` began is over.
CREATE TABLE webhook_cursor (
  project_id  text COLLATE "C" PRIMARY KEY REFERENCES project,
  transfer_id bigint NOT NULL,
  mark_id     bigint NOT NULL,
  mark_xid    bigint NOT NULL
);

CREATE TABLE webhook_delivery (
  project_id   text COLLATE "C" NOT NULL,
  endpoint_id  text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  event        text NOT NULL,
  attempts     integer NOT NULL DEFAULT 0, -- begun; whoever records one says which
  next_at      timestamptz(3),             -- of the next attempt, or when the lease of the one under way is over; null: it has ended
  status_code  integer,
  error        text,
  delivered_at timestamptz(3),
  created_at   timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, endpoint_id, execution_id), -- an end is told once
  CONSTRAINT webhook_delivery_endpoint FOREIGN KEY (project_id, endpoint_id) REFERENCES webhook_endpoint (project_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (project_id, endpoint_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_age ON webhook_delivery (project_id, created_at);
