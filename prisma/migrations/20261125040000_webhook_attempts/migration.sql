-- What became of each attempt of a delivery, the newest last: {"attempt", "at", "statusCode", "error", "durationMs"}. One whose keeper died has none.

ALTER TABLE webhook_delivery ADD COLUMN attempt_log jsonb NOT NULL DEFAULT '[]';
