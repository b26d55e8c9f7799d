-- Revenue and provider costs of live projects between two instants, by project, tool and provider. Sums over any of the three are exact: an execution counts
-- in the row without a provider, whose charge is the rest that no provider call of it was charged. Test projects are left out, because they spend play money.
--
-- Arguments: the first instant, and the first instant after the last
-- Results: one row for each project, tool and provider (null: none); executions that ended, provider calls, charges, refunds, and the providers' costs:
--   as stated, late statements included, else by tariff; the largest bigint stands for more
-- Locks: none
-- Callers: packages/ledger/src/store/report.ts, report_margin_month, report_margin_today
CREATE OR REPLACE FUNCTION report_margin(p_since timestamptz, p_until timestamptz)
RETURNS TABLE (project_id text, tool text, provider text, executions bigint, calls bigint, charged_micros bigint, refunded_micros bigint, cost_micros bigint)
LANGUAGE sql STABLE AS $$
  WITH moved AS (
    SELECT t.project_id, t.kind, t.execution_id, t.reference, t.amount_micros
    FROM ledger_transfer AS t JOIN project AS p ON p.id = t.project_id AND p.environment = 'live'
    WHERE t.kind IN ('settle', 'refund') AND t.created_at >= p_since AND t.created_at < p_until
  ), ended AS (
    SELECT m.project_id, m.execution_id, e.tool, m.amount_micros AS charged
    FROM moved AS m JOIN execution AS e ON e.project_id = m.project_id AND e.id = m.execution_id WHERE m.kind = 'settle'
  ), call AS (
    SELECT s.project_id, ended.tool, coalesce(c.provider, s.provider) AS provider,
           -- A step that was recorded before the end has no charge of its own: the bill says it.
           coalesce(s.charged_micros, (
             SELECT sum((line ->> 'amountMicros')::bigint)::bigint FROM execution AS e, json_array_elements(e.billing) AS line
             WHERE e.project_id = s.project_id AND e.id = s.execution_id AND (line ->> 'step')::integer = s.index), 0) AS charged,
           coalesce(c.late_micros, c.stated_micros, c.derived_micros, 0) AS cost
    FROM ended
    JOIN execution_step AS s ON s.project_id = ended.project_id AND s.execution_id = ended.execution_id
    LEFT JOIN provider_cost AS c ON c.project_id = s.project_id AND c.execution_id = s.execution_id AND c.step = s.index
    WHERE coalesce(c.provider, s.provider) IS NOT NULL -- a failover may have lost the intent, which names the provider; the cost names it too
  ), part (project_id, tool, provider, executions, calls, charged, refunded, cost) AS (
    SELECT project_id, tool, provider, 0, 1, charged, 0, cost FROM call
    UNION ALL
    SELECT project_id, tool, NULL, 0, 0, -charged, 0, 0 FROM call
    UNION ALL
    SELECT project_id, tool, NULL, 1, 0, charged, 0, 0 FROM ended
    UNION ALL
    SELECT m.project_id, e.tool, NULL, 0, 0, 0, m.amount_micros, 0
    FROM moved AS m
    JOIN ledger_refund AS r ON r.project_id = m.project_id AND r.reference = m.reference
    JOIN execution AS e ON e.project_id = r.project_id AND e.id = r.execution_id
    WHERE m.kind = 'refund'
  )
  SELECT p.project_id, p.tool, p.provider, sum(p.executions)::bigint, sum(p.calls)::bigint, sum(p.charged)::bigint, sum(p.refunded)::bigint, least(sum(p.cost), 9223372036854775807)::bigint
  FROM part AS p GROUP BY p.project_id, p.tool, p.provider;
$$;
