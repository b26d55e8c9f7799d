-- Ledger check of account and usage, for projects whose transfers are all included in their sums.
--
-- Arguments: the projects
-- Results: one row per problem: project, rule, subject, text
-- Locks: none
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_projects(p_projects text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT a.project_id, 'account', a.project_id, format('account is %s/%s/%s/%s (funded/available/held/spent), its transfers say %s/%s/%s/%s',
    a.funded_micros, a.available_micros, a.held_micros, a.spent_micros,
    coalesce(s.funded_micros, 0), coalesce(s.available_micros, 0), coalesce(s.held_micros, 0), coalesce(s.spent_micros, 0))
  FROM ledger_account AS a LEFT JOIN audit_account AS s ON s.project_id = a.project_id
  WHERE a.project_id = ANY (p_projects) AND (a.funded_micros, a.available_micros, a.held_micros, a.spent_micros) IS DISTINCT FROM
    (coalesce(s.funded_micros, 0), coalesce(s.available_micros, 0), coalesce(s.held_micros, 0), coalesce(s.spent_micros, 0))
  UNION ALL
  SELECT project_id, 'usage', project_id || ' ' || to_char(month, 'YYYY-MM'), format('usage is %s requests for %s, its settlements say %s for %s',
    coalesce(u.settled_requests, 0), coalesce(u.charged_micros, 0), coalesce(s.settled_requests, 0), coalesce(s.charged_micros, 0))
  FROM (SELECT * FROM usage_month WHERE project_id = ANY (p_projects)) AS u
  FULL JOIN (SELECT * FROM audit_usage WHERE project_id = ANY (p_projects)) AS s USING (project_id, month)
  WHERE (u.settled_requests, u.charged_micros) IS DISTINCT FROM (s.settled_requests, s.charged_micros);
$$;
