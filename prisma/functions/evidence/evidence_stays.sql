-- Refuses to delete evidence: rows of these tables stay for ever.
--
-- Arguments: none (trigger)
-- Results: always raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger execution_stays on execution, trigger execution_step_stays on execution_step, trigger file_stays on file, trigger ledger_account_stays
--   on ledger_account, trigger usage_month_stays on usage_month, trigger ledger_refund_stays on ledger_refund, trigger funding_proposal_stays on
--   funding_proposal, trigger project_export_stays on project_export, trigger project_export_part_stays on project_export_part, trigger checkout_stays on
--   checkout, trigger payment_event_stays on payment_event
CREATE OR REPLACE FUNCTION evidence_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is evidence: nothing of it is removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER execution_stays BEFORE TRUNCATE ON execution FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER execution_step_stays BEFORE DELETE OR TRUNCATE ON execution_step FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER file_stays BEFORE DELETE OR TRUNCATE ON file FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER ledger_account_stays BEFORE DELETE OR TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER usage_month_stays BEFORE DELETE OR TRUNCATE ON usage_month FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER ledger_refund_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_refund FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER funding_proposal_stays BEFORE DELETE OR TRUNCATE ON funding_proposal FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER project_export_stays BEFORE DELETE OR TRUNCATE ON project_export FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER project_export_part_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON project_export_part FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER checkout_stays BEFORE DELETE OR TRUNCATE ON checkout FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE OR REPLACE TRIGGER payment_event_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_event FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
