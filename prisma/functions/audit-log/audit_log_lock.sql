-- Locks a chain until the end of the transaction, and creates its head if the chain is new. An administrative change takes this lock before all others
-- (executions, accounts); paid requests never take it.
--
-- Arguments: the chain: the id of an organization, or `platform`
-- Results: the head: number and hash of the last entry
-- Locks: the row of audit_log_head, FOR UPDATE
-- Callers: audit_log_chained, packages/audit-log/src/store/append.ts
CREATE OR REPLACE FUNCTION audit_log_lock(p_chain text) RETURNS audit_log_head LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head audit_log_head;
BEGIN
  INSERT INTO audit_log_head VALUES (p_chain, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_log_head WHERE chain = p_chain FOR UPDATE;
  RETURN head;
END $$;
