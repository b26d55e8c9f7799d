-- Tools that teams add by a manifest. Names belong to the whole platform. A version never changes; `tool` says which version of a name is offered. A publisher
-- holds `tool_lock` until its commit, so revisions are seen in their order.
CREATE SEQUENCE tool_revision;

CREATE TABLE tool_version (
  name         text COLLATE "C" NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{2,63}$'),
  version      integer NOT NULL CHECK (version >= 1),
  digest       text COLLATE "C" NOT NULL, -- SHA-256 of `manifest` in hexadecimal
  manifest     text NOT NULL CHECK (octet_length(manifest) <= 262144), -- RFC 8785 canonical JSON
  published_at timestamptz(3) NOT NULL DEFAULT instant(),
  published_by text NOT NULL, -- the `sub` of the operator's session
  PRIMARY KEY (name, version),
  UNIQUE (name, digest),
  CONSTRAINT tool_version_digest_is_true CHECK (digest = encode(sha256(convert_to(manifest, 'UTF8')), 'hex'))
);

CREATE TABLE tool (
  name           text COLLATE "C" PRIMARY KEY,
  active_version integer, -- the version that is offered; null: none
  retired_at     timestamptz(3), -- null: not retired
  revision       bigint NOT NULL, -- of the last change: gateways read what is newer than they know
  changed_at     timestamptz(3) NOT NULL DEFAULT instant(),
  FOREIGN KEY (name, active_version) REFERENCES tool_version (name, version),
  CONSTRAINT tool_retired_is_not_offered CHECK (retired_at IS NULL OR active_version IS NULL)
);
CREATE INDEX tool_revised ON tool (revision);
