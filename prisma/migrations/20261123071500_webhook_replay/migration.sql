-- Deliveries that have ended are sent again. `attempts` goes on, as the fence of whoever records one; the pauses begin anew.

ALTER TABLE webhook_delivery
  ADD COLUMN attempts_before integer NOT NULL DEFAULT 0, -- when it was last asked for again
  ADD COLUMN replayed_at     timestamptz(3);
