-- Ledger check of the counters of capped keys, for projects whose transfers are all included in the sums of their key lineages.
--
-- Arguments: the projects
-- Results: one row per problem: project, rule, subject, text
-- Locks: none
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_caps(p_projects text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT k.project_id, 'cap', k.project_id || ' ' || k.lineage_id,
         format('the key counts %s held, its executions say %s', k.held_micros, coalesce(s.held_micros, 0))
  FROM ledger_key_cap AS k LEFT JOIN audit_lineage AS s ON s.project_id = k.project_id AND s.lineage_id = k.lineage_id
  WHERE k.project_id = ANY (p_projects) AND k.held_micros <> coalesce(s.held_micros, 0)
  UNION ALL
  SELECT s.project_id, 'cap', concat_ws(' ', s.project_id, s.lineage_id, to_char(m.month, 'YYYY-MM')),
         format('the key counts %s charged, its executions say %s', coalesce(u.charged_micros, 0), coalesce(w.charged_micros, 0))
  FROM audit_lineage AS s
  CROSS JOIN LATERAL (SELECT u.month FROM ledger_key_usage AS u WHERE u.project_id = s.project_id AND u.lineage_id = s.lineage_id AND u.month >= s.since
                      UNION SELECT w.month FROM audit_lineage_usage AS w WHERE w.project_id = s.project_id AND w.lineage_id = s.lineage_id AND w.month >= s.since) AS m
  LEFT JOIN ledger_key_usage AS u ON u.project_id = s.project_id AND u.lineage_id = s.lineage_id AND u.month = m.month
  LEFT JOIN audit_lineage_usage AS w ON w.project_id = s.project_id AND w.lineage_id = s.lineage_id AND w.month = m.month
  WHERE s.project_id = ANY (p_projects) AND coalesce(u.charged_micros, 0) <> coalesce(w.charged_micros, 0);
$$;
