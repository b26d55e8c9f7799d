-- Live projects and organizations that soon cannot execute: at most a fifth of their monthly cap is left, or their balance is at most their threshold (without
-- a threshold: empty). Held amounts count as used, as they do when an execution is accepted. Archived and suspended projects are left out.
--
-- Arguments: none (view)
-- Results: one row for each limit: scope (project or organization), id, name, kind (cap or balance), limit and rest in micro-USD
-- Locks: none
-- Callers: people, with the role farebox_read, and packages/ledger/src/store/report.ts
CREATE OR REPLACE VIEW report_near_limit AS
  WITH live AS (
    SELECT p.id, p.organization_id, p.name, p.monthly_cap_micros, p.low_balance_micros, a.funded_micros, a.available_micros,
           a.held_micros + coalesce(u.charged_micros, 0) AS used_micros
    FROM project AS p
    JOIN ledger_account AS a ON a.project_id = p.id
    LEFT JOIN usage_month AS u ON u.project_id = p.id AND u.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
    WHERE p.environment = 'live' AND p.archived_at IS NULL AND p.suspended_at IS NULL
  ), bound AS (
    SELECT 'project' AS scope, id, name, 'cap' AS kind, monthly_cap_micros AS limit_micros, monthly_cap_micros - used_micros AS left_micros
    FROM live WHERE monthly_cap_micros IS NOT NULL
    UNION ALL
    SELECT 'organization', o.id, o.name, 'cap', o.monthly_cap_micros, o.monthly_cap_micros - sum(live.used_micros)::bigint
    FROM organization AS o JOIN live ON live.organization_id = o.id WHERE o.monthly_cap_micros IS NOT NULL GROUP BY o.id
    UNION ALL
    SELECT 'project', id, name, 'balance', coalesce(low_balance_micros, 0), available_micros FROM live WHERE funded_micros > 0
  )
  SELECT scope, id, name, kind, limit_micros, left_micros FROM bound
  WHERE CASE kind WHEN 'cap' THEN left_micros <= limit_micros / 5 ELSE left_micros <= limit_micros END;
