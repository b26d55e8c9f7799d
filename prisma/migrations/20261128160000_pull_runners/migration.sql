-- Runs of tools whose runner asks for work itself (kind `pull`), and the keys of such runners. A run is offered by a worker, claimed by one runner under a
-- lease, and ended once by what that runner reports. Its reply is stored as it came, and only the worker believes any of it.
CREATE TABLE runner_key (
  id            text COLLATE "C" PRIMARY KEY,
  tool          text COLLATE "C" NOT NULL REFERENCES tool, -- the only tool whose runs it claims
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  public_id     text COLLATE "C" NOT NULL UNIQUE, -- finds the row without the secret
  secret_hmac   bytea NOT NULL CHECK (octet_length(secret_hmac) = 32),
  pepper_mark   text NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT instant(),
  created_by    text NOT NULL, -- the `sub` of the operator's session
  revoked_at    timestamptz(3),
  last_asked_at timestamptz(3) -- when it last asked for work, written at most every 10 s; null: never
);
CREATE INDEX runner_key_tool ON runner_key (tool, id);

CREATE TABLE runner_run (
  token           text COLLATE "C" PRIMARY KEY, -- of the step: one row is one run for ever
  tool            text COLLATE "C" NOT NULL,
  version         integer NOT NULL,
  start           text CHECK (octet_length(start) <= 2097152), -- the body of the start as JSON; null once the run has ended
  idempotent      boolean NOT NULL, -- whether another runner may claim it after a lease that expired
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'claimed', 'ended')),
  lease           text COLLATE "C" CHECK (lease ~ '^[A-Za-z0-9_-]{16,64}$'), -- of the last claim; null: never claimed
  claimed_by      text COLLATE "C" REFERENCES runner_key,
  leased_until    timestamptz(3), -- while it is claimed
  not_before      timestamptz(3) NOT NULL DEFAULT instant(), -- a run that was handed back is not claimed again at once
  cancel_asked_at timestamptz(3),
  reply           text CHECK (octet_length(reply) <= 131072), -- the last one of the runner that has the lease, as JSON
  created_at      timestamptz(3) NOT NULL DEFAULT instant(),
  deadline        timestamptz(3) NOT NULL, -- nobody claims it later
  ended_at        timestamptz(3),
  read_at         timestamptz(3), -- when a worker first read its end
  kept_until      timestamptz(3) NOT NULL, -- for look-ups and late reports
  FOREIGN KEY (tool, version) REFERENCES tool_version (name, version),
  CONSTRAINT runner_run_claim_is_whole CHECK ((state = 'claimed') = (leased_until IS NOT NULL) AND (state <> 'claimed' OR lease IS NOT NULL)),
  CONSTRAINT runner_run_end_is_whole CHECK ((state = 'ended') = (ended_at IS NOT NULL) AND (state = 'ended') = (start IS NULL)
    AND (state <> 'ended' OR reply IS NOT NULL))
);
CREATE INDEX runner_run_open ON runner_run (tool, created_at) WHERE state <> 'ended';
CREATE UNIQUE INDEX runner_run_lease ON runner_run (tool, lease) WHERE state = 'claimed';
CREATE INDEX runner_run_kept ON runner_run (kept_until);
