-- Opens the account of a new project with a balance of zero.
--
-- Arguments: the project
-- Results: nothing
-- Locks: the new row
-- Callers: packages/identity/src/projects/store/create.ts
CREATE OR REPLACE FUNCTION ledger_open(p_project text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_account (project_id) VALUES (p_project);
$$;
