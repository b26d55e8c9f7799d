-- Endpoints of webhooks are changed, switched off and on, and given a new secret beside which the old one signs for a while.

ALTER TABLE webhook_endpoint
  ADD COLUMN enabled         boolean NOT NULL DEFAULT true, -- as its project wants it; disabled_at: as its answers had it
  ADD COLUMN enabled_at      timestamptz(3),                -- again; what ended before is not told
  ADD COLUMN previous_secret text,                          -- sealed; it signs beside the other
  ADD COLUMN previous_until  timestamptz(3),
  ADD CONSTRAINT webhook_endpoint_previous CHECK ((previous_secret IS NULL) = (previous_until IS NULL));
