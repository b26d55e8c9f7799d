-- Revenue and provider costs of this month (UTC), by project, tool and provider.
--
-- Arguments: none (view)
-- Results: the rows of report_margin
-- Locks: none
-- Callers: people, with the role farebox_read
CREATE OR REPLACE VIEW report_margin_month AS
  SELECT * FROM report_margin(date_trunc('month', now(), 'UTC'), 'infinity');
