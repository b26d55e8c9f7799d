-- Locks the organizations of live projects that have a cap until the end of the transaction, so that no two projects use the same rest.
--
-- Arguments: the projects
-- Results: nothing
-- Locks: rows of organization in the order of id, FOR NO KEY UPDATE; after executions and accounts
-- Callers: execution_decide_capped, ledger_cap_is_passed
CREATE OR REPLACE FUNCTION ledger_lock_organizations(p_projects text[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM 1 FROM organization AS o
    WHERE o.monthly_cap_micros IS NOT NULL AND o.id IN (SELECT p.organization_id FROM project AS p WHERE p.id = ANY (p_projects) AND p.environment = 'live')
    ORDER BY o.id FOR NO KEY UPDATE;
END $$;
