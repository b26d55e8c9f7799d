-- Revenue and provider costs of today (UTC), by project, tool and provider.
--
-- Arguments: none (view)
-- Results: the rows of report_margin
-- Locks: none
-- Callers: people, with the role farebox_read
CREATE OR REPLACE VIEW report_margin_today AS
  SELECT * FROM report_margin(date_trunc('day', now(), 'UTC'), 'infinity');
