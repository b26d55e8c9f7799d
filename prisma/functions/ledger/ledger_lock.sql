-- Locks accounts until the end of the transaction. Every function that moves money calls it before it reads a balance. A caller that also locks executions
-- locks these first (settlement, cancel) or has just created them (accept), so deadlocks are impossible.
--
-- Arguments: the projects
-- Results: nothing
-- Locks: rows of ledger_account, in the order of project_id, FOR NO KEY UPDATE
-- Callers: batch_accept, batch_find_under_lock, execution_accept_quoted, execution_find_under_lock, ledger_cap_key, ledger_fund, ledger_settle,
--   packages/exports/src/store/change.ts, packages/ledger/src/store/fund.ts
CREATE OR REPLACE FUNCTION ledger_lock(p_projects text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ledger_account WHERE project_id = ANY (p_projects) ORDER BY project_id FOR NO KEY UPDATE;
END $$;
