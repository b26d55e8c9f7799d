-- The processes that are at work, so that `farebox doctor` sees which apps run. A row older than three minutes is of a process that died.
CREATE TABLE process_at_work (
  process text PRIMARY KEY, -- its name in logs
  app     text NOT NULL, -- such as worker-image
  host    text NOT NULL,
  seen_at timestamptz(3) NOT NULL DEFAULT instant()
);

-- The pepper under which the key is stored, by a mark that does not reveal it; null: the key is older than the marks.
ALTER TABLE api_key ADD COLUMN pepper_mark text;
