-- Moves money from funding to available: a top-up, booked by ledger_fund.
--
-- Arguments: project, amount (> 0), the reference of the top-up
-- Results: true; false if the same was booked before under this reference
-- Locks: the account
-- Callers: packages/ledger/src/store/top-up.ts
CREATE OR REPLACE FUNCTION ledger_top_up(p_project text, p_amount_micros bigint, p_reference text) RETURNS boolean LANGUAGE sql AS $$
  SELECT ledger_fund(p_project, 'top_up', p_amount_micros, p_reference, NULL);
$$;
