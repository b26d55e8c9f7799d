-- Replaces the findings about these subjects under these rules in audit_finding by the given problems.
--
-- Arguments: rules, subjects, JSON array of {project_id, rule, subject, problem}
-- Results: nothing
-- Locks: rows of audit_finding
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_note(p_rules text[], p_subjects text[], p_problems jsonb) RETURNS void LANGUAGE sql AS $$
  DELETE FROM audit_finding AS f
    WHERE f.rule = ANY (p_rules) AND split_part(f.subject, ' ', 1) = ANY (p_subjects)
      AND NOT EXISTS (SELECT FROM jsonb_to_recordset(p_problems) AS p (rule text, subject text) WHERE p.rule = f.rule AND p.subject = f.subject);
  INSERT INTO audit_finding (project_id, rule, subject, problem)
    SELECT project_id, rule, subject, problem FROM jsonb_to_recordset(p_problems) AS p (project_id text, rule text, subject text, problem text)
    ON CONFLICT (rule, subject) DO UPDATE SET problem = excluded.problem;
$$;
